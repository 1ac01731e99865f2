import { expect, it } from 'vitest';
import type { ProgressStep } from '../../src/olm/model/progress.js';
import { cli } from '../support/command-line.js';

/** What a run said that it does. */
function stepsOf(argv: readonly string[]): string[] {
  const steps = new Set<ProgressStep['doing']>();
  cli(argv, { progress: ({ doing }) => steps.add(doing) });
  return [...steps].sort();
}

const READ = ['reading-bundles', 'judging'];

it.each([
  ['check', ['check', 'examples/gitops'], READ],
  ['check with a catalog', ['check', 'examples/gitops/clusters', '--catalog', 'examples/gitops/catalog'], ['reading-catalogs', ...READ]],
  ['render', ['render', 'examples/gitops', '--stdout'], READ],
  ['review', ['review', 'examples/gitops', 'examples/gitops'], ['judging', 'reviewing']],
  ['who-can', ['who-can', 'get', 'secrets', 'examples/tenants'], ['judging']],
  ['lock', ['lock', 'examples/gitops', '--dry-run'], ['reading-bundles']],
  ['resolve', ['resolve', 'examples/gitops'], ['reading-bundles']],
  ['images', ['images', 'examples/gitops'], READ],
])('%s says how far it is', (_, argv, doing) => {
  expect(stepsOf(argv)).toEqual([...doing].sort());
});

it('a run without a watcher prints the same', () => {
  const argv = ['check', 'examples/gitops'];
  expect(cli(argv, { progress: () => {} })).toEqual(cli(argv));
});

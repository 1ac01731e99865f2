import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { committed } from '../../support/git.js';
import { itWith, program } from '../../support/needs.js';

const subscription = (name: string, source = 'ours'): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}, namespace: op}\nspec: {name: ${name}, channel: stable, source: ${source}, sourceNamespace: olm}\n`;
const FILES = {
  'prod/subscription.yaml': subscription('kettle'),
  'tests/deep/data/subscription.yaml': subscription('pot'),
  'prod/testdata/subscription.yaml': subscription('pan'),
};

const START = process.cwd();
afterEach(() => process.chdir(START));

describe('exclude', () => {
  it.each([
    ['exclude: [tests, "**/testdata"]\n'],
    ['exclude: [tests/**, prod/testdata/*.yaml]\n'],
    ['options:\n  exclude: [./tests/, "prod/*/subscription.yaml"]\n'],
  ])('in the configuration file leaves files out: %s', (text) => {
    const { code, out } = cli(['check', folderOf({ '.git/HEAD': '', ...FILES, '.cdk8s-olm.yaml': text })]);
    expect(code).toBe(0);
    expect(out).toContain('kettle');
    expect(out).not.toMatch(/pot|pan/);
  });

  it('is an option of the command line, by paths from the top of the repository', () => {
    const folder = folderOf({ '.git/HEAD': '', ...FILES });
    expect(cli(['check', join(folder, 'prod'), '--exclude', 'prod/testdata']).out).not.toContain('pan');
    expect(cli(['check', join(folder, 'prod'), '--exclude', 'testdata']).out).toContain('pan');
  });

  it('leaves a kustomization out, and not what another one loads', () => {
    const files = {
      'a/kustomization.yaml': 'resources: [s.yaml]\n',
      'a/s.yaml': subscription('kettle'),
      'b/kustomization.yaml': 'resources: [s.yaml]\n',
      'b/s.yaml': subscription('pot'),
    };
    const { out } = cli(['check', folderOf({ '.git/HEAD': '', ...files }), '--exclude', 'b', '--exclude', 'a/s.yaml']);
    expect(out).toContain('kettle');
    expect(out).not.toContain('pot');
  });

  itWith([program('git')], 'of BASE counts in a review, in which a change of such a file is a note', () => {
    process.chdir(committed({ ...FILES, '.cdk8s-olm.yaml': 'exclude: tests\n' }));
    writeFileSync('tests/deep/data/subscription.yaml', subscription('pot', 'evil'));
    const { code, out } = cli(['review', 'git:HEAD', '.']);
    expect(code).toBe(0);
    expect(out).toMatch(/info\[file-changed\].*spec\.source changes from ours to evil.*exclude in the configuration file leaves it out/);
  });

  itWith([program('git')], 'of HEAD hides nothing from its own review', () => {
    process.chdir(committed(FILES));
    writeFileSync('.cdk8s-olm.yaml', 'exclude: prod\n');
    writeFileSync('prod/subscription.yaml', subscription('kettle', 'evil'));
    const { code, out } = cli(['review', 'git:HEAD', '.']);
    expect(code).toBe(1);
    expect(out).toContain('spec.source changes from ours to evil');
    expect(out).toContain('exclude');
  });
});

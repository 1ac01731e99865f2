/** Versions in scripts of tests and calls in programs decide nothing that is installed; hidden tasks are told by their lines. */
import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
const headline = (path: string, before: string, after: string): string =>
  reviewFiles({ 'ns.yaml': NAMESPACE, [path]: before }, { 'ns.yaml': NAMESPACE, [path]: after }).headline;

describe('the version that a script names', () => {
  it('brings nothing in a script of tests', () => {
    expect(headline('tests/a.sh', 'OCP_VERSION=4.12\n', 'OCP_VERSION=4.14\n')).toMatch(/^No new permissions\. Changes: .*4\.12 → 4\.14/);
  });

  it.each([
    ['elsewhere', 'hack/a.sh', 'VERSION=4.12\n', 'VERSION=4.14\n'],
    ['if it is a channel', 'tests/a.sh', 'CHANNEL="stable-4.12"\n', 'CHANNEL="stable-4.14"\n'],
    ['if it has a source', 'tests/a.sh', 'version=a\n', 'version=https://example.com/b\n'],
  ])('may bring something %s', (_, path, before, after) => {
    expect(headline(path, before, after)).toMatch(/^Permissions may change: /);
  });
});

describe('a version in a program', () => {
  it('that a call gives decides nothing', () => {
    expect(headline('tests/a.py', 'a = 1\n', 'a = 1\nversions = get_version()\n')).toMatch(/^No new permissions\. /);
  });
});

describe('hidden tasks', () => {
  it('are told by their lines', () => {
    const tasks = (more: string): string => `version: "3"\ntasks:\n  a:\n    cmds:\n      - kubectl get pods\n${more}`;
    expect(headline('.taskfiles/a/Tasks.yml', tasks('      - ls\n'), tasks(''))).toMatch(
      /^Permissions may change: File \.taskfiles\/a\/Tasks\.yml: changes: tasks\.a\.cmds\[1\] ls is removed/,
    );
  });
});

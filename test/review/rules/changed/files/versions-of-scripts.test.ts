/** Versions in scripts of tests and calls in programs decide nothing that is installed. */
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
    ['of a catalog', 'tests/a.sh', 'catalog_version=4.12\n', 'catalog_version=4.14\n'],
    ['if a number approves', 'tests/a.sh', 'approval=2\n', 'approval=0\n'],
    ['if it has a source', 'tests/a.sh', 'version=a\n', 'version=https://example.com/b\n'],
  ])('may bring something %s', (_, path, before, after) => {
    expect(headline(path, before, after)).toMatch(/^Permissions may change: /);
  });
});

describe('a version in a program', () => {
  it('that a call gives decides nothing', () => {
    expect(headline('tests/a.py', 'a = 1\n', 'a = 1\nversions = get_version()\n')).toMatch(/^No new permissions\. /);
    const other = headline('tests/a.py', 'version = pinned(cfg)\n', 'version = newest(cfg)\n');
    expect(other).toMatch(/^Permissions may change: /);
  });
});

describe('a version among the values of a chart', () => {
  const VALUES = 'charts/a/values.yaml';
  const told = (field: string, before: string, after: string): string =>
    headline(VALUES, `${field}:\n  version: ${before}\n`, `${field}:\n  version: ${after}\n`);

  it('brings nothing if it is the next one of a program', () => {
    expect(told('app', '1.4.2', '1.4.5')).toMatch(/^No new permissions\. Changes: .*1\.4\.2" → "1\.4\.5"/);
  });

  it.each([
    ['operator', '1.4.2', '1.4.5'],
    ['catalog', '1.4.2', '1.4.5'],
    ['chart', '1.4.2', '1.4.5'],
    ['app', '1.4.5', '1.4.2'],
    ['app', '1.4.2', 'main'],
  ])('may bring something in %s from %s to %s', (field, before, after) => {
    expect(told(field, before, after)).toMatch(/^Permissions may change: /);
  });
});

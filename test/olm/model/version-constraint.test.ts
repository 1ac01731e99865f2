import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { isAcceptedVersion, parseConstraint } from '../../../src/olm/model/version-constraint.js';

const matches = (range: string, version: string): boolean | string => {
  const parsed = parseConstraint(range);
  return 'error' in parsed ? parsed.error : parsed.range(semver.parse(version) as semver.SemVer);
};

// Masterminds/semver v3.5.0, constraints.go: a constraint function for each operator.
describe('a range of a ClusterExtension', () => {
  it.each<[string, string, string]>([
    ['1.2.3', '1.2.3+build', '1.2.4'],
    ['1.2', '1.2.9', '1.3.0'],
    ['1.x', '1.9.0', '2.0.0'],
    ['*', '9.9.9', '9.9.9-rc.1'],
    ['!=1.2', '1.3.0', '1.2.7'],
    ['>1.2', '1.3.0', '1.2.7'],
    ['<=1.2', '1.2.7', '1.3.0'],
    ['=<1', '1.9.0', '2.0.0'],
    ['~1.2.3', '1.2.9', '1.3.0'],
    ['~>1', '1.9.0', '2.0.0'],
    ['^0.2.3', '0.2.9', '0.3.0'],
    ['^0.0.3', '0.0.3', '0.0.4'],
    ['^*', '0.0.0', '1.0.0'],
    ['>=1.0.0, <2.0.0', '1.9.0', '2.0.0'],
    ['>=1.0.0 <2.0.0 || 3', '3.1.0', '2.5.0'],
    ['1.0 - 1.2', '1.2.9', '1.3.0'],
    ['>=1.0.0-0 <2.0.0', '1.5.0-rc.1', '2.0.0'],
    ['>=1.0.0', '1.5.0', '1.5.0-rc.1'],
  ])('%s accepts %s, not %s', (range, inside, outside) => {
    expect([matches(range, inside), matches(range, outside)]).toEqual([true, false]);
  });

  it.each(['foobar', '1.0.0 ||', '>>1', '1.0.0,,2', '1.0.0.0'])('%s is none', (range) => {
    expect(matches(range, '1.0.0')).toMatch(/^improper constraint: /);
  });

  it('has words that are no numbers', () => {
    expect(matches('1x2.0.0', '1.0.0')).toBe('constraint parser error');
  });

  // The rule of the CRD: api/v1/clusterextension_types.go, "invalid version expression".
  it('is stored by the API server only in some forms', () => {
    expect(['1.0.0', '>=1.2, <2', '1.x || ~2', ''].map(isAcceptedVersion)).toEqual([true, true, true, false]);
    expect(['01.0.0', '1.0 - 2.0', 'foobar'].map(isAcceptedVersion)).toEqual([false, false, false]);
  });
});

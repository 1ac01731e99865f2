import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { parseConstraint } from '../../../../../src/olm/model/version-constraint.js';
import { isNarrowerRange } from '../../../../../src/review/rules/changed/sources/narrower-range.js';

const RANGES = [
  '*',
  '1.x',
  '1.2.x',
  '1.3.x',
  '1.2.3',
  '^1.2.3',
  '~1.2.3',
  '>=1.2.0',
  '<1.3.0',
  '>1.2, <2',
  '>=1.0.0 <1.2.5',
  '1.2.x || 3.x',
  '!=1.2.3',
];

describe('a range', () => {
  it('is narrower exactly where each version in it was in the other one', () => {
    const numbers = [0, 1, 2, 3, 4, 5, 9];
    const versions = numbers.flatMap((x) => numbers.flatMap((y) => numbers.map((z) => new semver.SemVer(`${x}.${y}.${z}`))));
    const holding = (text: string) => {
      const parsed = parseConstraint(text);
      return new Set('error' in parsed ? [] : versions.filter((version) => parsed.range(version)).map(String));
    };
    for (const was of RANGES)
      for (const is of RANGES) {
        const [before, after] = [holding(was), holding(is)];
        expect({ was, is, isNarrower: isNarrowerRange(was, is) }).toEqual({
          was,
          is,
          isNarrower: [...after].every((one) => before.has(one)),
        });
      }
  });

  it('is not known with a prerelease, or where it is no range', () => {
    for (const is of ['1.2.3-rc1', '>=1.2.3-0', 'latest', '', '1.2.3-alpha || 1.2.4']) expect(isNarrowerRange('*', is)).toBe(false);
    expect(isNarrowerRange('1.2.3-rc1', '1.2.3-rc1')).toBe(false);
  });
});

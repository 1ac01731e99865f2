import { describe, expect, it } from 'vitest';
import { compareVersions, versionRange } from '../../../src/rules/dependencies/version-range.js';

const isIn = (range: string, version: string) => versionRange(range)?.(version);

describe('a range of versions', () => {
  // Those of blang/semver's documentation among them.
  it.each<[string, string[], string[]]>([
    ['1.0.0', ['1.0.0', '1.0.0+build'], ['1.0.1', '1.0.0-rc1']],
    ['==1.0.0', ['1.0.0'], ['1.0.1']],
    ['!1.0.0', ['1.0.1'], ['1.0.0']],
    ['!=1.0.0', ['0.9.0'], ['1.0.0']],
    ['<2.0.0', ['1.9.9', '2.0.0-alpha'], ['2.0.0']],
    ['>= 1.0.0', ['1.0.0', '2.0.0-alpha'], ['1.0.0-rc1']],
    ['>1.0.0 <2.0.0', ['1.1.1', '1.8.7'], ['1.0.0', '2.0.0']],
    ['  >1.0.0   <3.0.0  !2.0.3-beta.2 ', ['2.0.3'], ['2.0.3-beta.2', '3.0.0']],
    ['<2.0.0 || >=3.0.0', ['1.0.0', '3.0.0'], ['2.5.0']],
    ['>1.0.0 <2.0.0 || >3.0.0 !4.2.1', ['1.2.3', '1.9.9', '3.1.1'], ['4.2.1', '2.1.1']],
    ['1.x', ['1.0.0', '1.99.0'], ['2.0.0', '0.9.0']],
    ['1.2.x', ['1.2.0', '1.2.9'], ['1.3.0', '1.1.9']],
    ['1.x.x', ['1.5.0'], ['2.0.0']],
    ['>1.2.x', ['1.3.0'], ['1.2.9']],
    ['>=1.x', ['1.0.0', '3.0.0'], ['0.9.0']],
    ['<1.2.x', ['1.1.9'], ['1.2.0']],
    ['<=1.2.x', ['1.2.9'], ['1.3.0']],
    ['!=1.2.x', [], ['1.1.0', '1.2.0', '1.3.0']],
  ])('%s', (range, within, without) => {
    expect(within.filter((version) => !isIn(range, version))).toEqual([]);
    expect(without.filter((version) => isIn(range, version))).toEqual([]);
  });

  it.each([
    '',
    ' ',
    '||',
    '1.0.0 ||',
    '^1.0.0',
    '~1.0.0',
    '>=1.0.0, <2.0.0',
    'v1.0.0',
    '1.0',
    '>',
    'latest',
    '1.0.0 - 2.0.0',
    '=>1.0.0',
    '*',
  ])('is none: %j', (range) => {
    expect(versionRange(range)).toBeUndefined();
  });

  it.each(['', 'v1.0.0', '1.0', ' 1.0.0', 'latest'])('does not hold %j, which is no version', (version) => {
    expect(isIn('>=0.0.0', version)).toBe(false);
  });
});

describe('the order of two versions', () => {
  it.each<[string, string, number | undefined]>([
    ['1.0.0', '1.0.1', -1],
    ['v1.2', '1.2.0', 0],
    ['2', '1.9.9', 1],
    ['01.002.3', '1.2.3', 0],
    [' 1.0.0-rc1 ', '1.0.0', -1],
    ['latest', '1.0.0', undefined],
    ['1.0.0', '', undefined],
  ])('of %j and %j is %j', (a, b, order) => {
    expect(compareVersions(a, b)).toBe(order);
  });
});

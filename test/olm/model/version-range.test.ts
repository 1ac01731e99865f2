import { describe, expect, it } from 'vitest';
import { compareVersions, parseRange, parseVersion } from '../../../src/olm/model/version-range.js';

function isIn(range: string, version: string): boolean | string {
  const parsed = parseRange(range);
  const read = parseVersion(version);
  return 'error' in parsed ? parsed.error : read !== undefined && parsed.range(read);
}

describe('a version range', () => {
  it.each([
    ['>=1.0.0 <2.0.0', '1.5.0', true],
    ['<2.0.0', '2.0.0-rc.1', true],
    ['1.0.0', '1.0.0', true],
    ['!1.1.0', '1.1.0', false],
    ['1.2.x', '1.2.9', true],
    ['1.x', '2.0.0', false],
    ['>1.x', '2.0.0', true],
    ['!=1.x', '3.0.0', false],
    ['<1.1.0 || >=2.0.0', '2.1.0', true],
    ['>= 1.0.0', '1.0.0', true],
    ['1.0.0', '1.0.0+build', true],
    ['1.0.0', '1.0.0-rc1', false],
    ['  >1.0.0   <3.0.0  !2.0.3-beta.2 ', '2.0.3', true],
    ['  >1.0.0   <3.0.0  !2.0.3-beta.2 ', '2.0.3-beta.2', false],
    ['>1.2.x', '1.2.9', false],
    ['>1.2.x', '1.3.0', true],
    ['>=1.x', '3.0.0', true],
    ['<1.2.x', '1.2.0', false],
    ['<=1.2.x', '1.2.9', true],
    ['<=1.2.x', '1.3.0', false],
    ['>=0.0.0', 'v1.0.0', false],
    ['>=9007199254740993.0.0', '1.0.0', false],
    ['>=0.0.0', '1.0', false],
  ])('%s holds %s: %s', (range, version, expected) => {
    expect(isIn(range, version)).toBe(expected);
  });

  it.each(['~1.0.0', '>=1.0.0, <2.0.0', 'v1.0.0', '>', '=>1.0.0', '*', ' ', '||'])('%j is none', (range) => {
    expect(parseRange(range)).toHaveProperty('error');
  });

  it.each([
    ['latest', 'Could not get version from string: "latest"'],
    ['', "Last element in range is '||'"],
    ['^1.0', 'Could not parse Range "^1.0": Could not parse comparator "^" in "^1.0"'],
    ['1.0.0 ||', "Last element in range is '||'"],
    ['|| 1.0.0', "First element in range is '||'"],
    ['1.0', 'Could not parse Range "1.0": Could not parse version "1.0" in "1.0": No Major.Minor.Patch elements found'],
  ])('%j is none, in the words of OLM: %s', (range, expected) => {
    expect(parseRange(range)).toEqual({ error: expected });
  });
});

describe('a version', () => {
  it.each(['1.0.0', '1.0.0-rc.1', '1.0.0+build'])('can be %s', (text) => expect(parseVersion(text)?.raw).toBe(text));
  it.each(['v1.0.0', '1.0', '01.0.0', '1.0.0-', 'latest', ''])('cannot be %j', (text) => expect(parseVersion(text)).toBeUndefined());
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

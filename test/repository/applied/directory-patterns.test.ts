import { expect, it } from 'vitest';
import { matchesDirectoryPattern } from '../../../src/repository/applied/directory-patterns.js';

it.each([
  ['*', 'a/b.yaml', true],
  ['*.yaml', 'sub/a.yaml', true],
  ['rbac*', 'sub/rbac.yaml', false],
  ['a?c', 'abc', true],
  ['{a,b{1,2}}.yaml', 'b2.yaml', true],
  ['{a,b{1,2}}.yaml', 'b3.yaml', false],
  ['[rx]bac', 'rbac', true],
  ['[!rx]bac', 'rbac', false],
  ['[a-f]', 'e', true],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['a.c', 'abc', false],
  ['{a', 'a', false],
  ['[a', 'a', false],
])('%s matches %s: %s', (pattern, path, expected) => {
  expect(matchesDirectoryPattern(pattern, path)).toBe(expected);
});

it('ends with any number of stars', () => {
  expect(matchesDirectoryPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false);
});

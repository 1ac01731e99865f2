import { expect, it } from 'vitest';
import { nameList } from '../../src/review/name-list.js';

it.each([
  ['', ''],
  ['a', 'a'],
  ['a b c d e', 'a, b, c, d, e'],
  ['a b c d e f', 'a, b, c, d and 2 more'],
])('the names %j read %j', (names, text) => {
  expect(nameList(names.split(' '))).toBe(text);
});

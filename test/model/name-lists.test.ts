import { describe, expect, it } from 'vitest';
import { enumeration, joined, listText } from '../../src/model/name-lists.js';

describe('a list in a message', () => {
  it.each<[string[], string, string]>([
    [[], '', ''],
    [['a'], 'a', 'a'],
    [['a', 'b'], 'a, b', 'a and b'],
    [['a', 'b', 'c'], 'a, b, c', 'a, b and c'],
    [['a', 'b', 'c', 'd'], 'a, b, c and 1 more', 'a, b, c and 1 more'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more', 'a, b, c and 2 more'],
  ])('%j reads "%s", in a sentence "%s"', (items, list, sentence) => {
    expect(listText(items)).toBe(list);
    expect(enumeration(items)).toBe(sentence);
  });

  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b', 'c', 'd'], 'a, b, c and d'],
  ])('%j with all its names reads "%s"', (items, text) => {
    expect(joined(items)).toBe(text);
  });

  it('of alternatives says so', () => {
    expect(joined(['admin', 'edit', 'view'], 'or')).toBe('admin, edit or view');
  });
});

import { describe, expect, it } from 'vitest';
import { apisText, enumeration, listText, targetsText } from '../../../src/rules/findings/text.js';

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

  it.each<[string[] | undefined, string]>([
    [undefined, 'all namespaces'],
    [[''], 'all namespaces'],
    [['a'], 'namespace a'],
    [['a', 'b'], 'namespaces a, b'],
    [['a', 'b', 'c', 'd'], 'namespaces a, b, c and 1 more'],
  ])('target namespaces %j read "%s"', (targets, text) => {
    expect(targetsText(targets)).toBe(text);
  });

  it('APIs read as olm.providedAPIs names them', () => {
    expect(apisText([{ group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos' }])).toBe('Foo.v1.example.com');
  });
});

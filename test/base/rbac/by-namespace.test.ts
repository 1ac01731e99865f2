import { describe, expect, it } from 'vitest';
import { byNamespace } from '../../../src/base/rbac/by-namespace.js';

const of = (...items: readonly string[][]) => byNamespace(items, (namespaces) => namespaces);

describe('items by namespace', () => {
  it('come in their order', () => {
    expect([...of(['a', 'b'], ['b'])]).toEqual([
      ['a', [['a', 'b']]],
      ['b', [['a', 'b'], ['b']]],
    ]);
  });

  it('are one list in namespaces that have the same', () => {
    const found = of(['a', 'b', 'c'], ['a', 'b'], ['c']);
    expect(found.get('a')).toBe(found.get('b'));
    expect(found.get('a')).not.toBe(found.get('c'));
  });

  it('are all of them where they have one list of namespaces', () => {
    const namespaces = ['a', 'b'];
    expect([...byNamespace([1, 2], () => namespaces)]).toEqual([
      ['a', [1, 2]],
      ['b', [1, 2]],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { compareByName, compareText, formatReference, isNamedObject, namespacedName } from '../../../src/base/kubernetes/object.js';

describe('an object’s name in messages', () => {
  it.each<[string, Parameters<typeof formatReference>[0]]>([
    ['OperatorGroup team-a/group', { kind: 'OperatorGroup', namespace: 'team-a', name: 'group' }],
    ['ClusterRole admin', { kind: 'ClusterRole', name: 'admin' }],
  ])('%s', (text, reference) => {
    expect(formatReference(reference)).toBe(text);
  });
});

describe('order', () => {
  it('of texts is that of bytes, not of a language', () => {
    expect(['b', 'ä', 'a', 'B', 'a-b', 'a.b', 'a1', ''].sort(compareText)).toEqual(['', 'B', 'a', 'a-b', 'a.b', 'a1', 'b', 'ä']);
    expect(compareText('a', 'a')).toBe(0);
  });

  it('of objects is by namespace, then name; cluster-scoped ones come first', () => {
    const sorted = [{ namespace: 'a', name: 'a' }, { namespace: 'b', name: 'a' }, { name: 'z' }, { namespace: 'a', name: 'B' }].sort(
      compareByName,
    );
    expect(sorted.map(namespacedName)).toEqual(['/z', 'a/B', 'a/a', 'b/a']);
  });
});

describe('plain data is an object that can be named', () => {
  it.each([
    [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } }, true],
    [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'b' } }, true],
    [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: null } }, true],
    [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: {} } }, false],
    [{ apiVersion: 'v1', kind: 'Secret', metadata: {} }, false],
    [{ apiVersion: 'v1', kind: 'Secret' }, false],
    [{ kind: 'Secret', metadata: { name: 'a' } }, false],
    [null, false],
    ['text', false],
  ])('%j: %j', (value, expected) => {
    expect(isNamedObject(value)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { formatScope, formatSubject, listText, shortList } from '../../../src/review/risks/wording.js';

describe('the words of risks', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('list %j', (items, expected) => {
    expect(listText(items)).toBe(expected);
  });

  it('list alternatives', () => {
    expect(listText(['admin', 'edit', 'view'], 'or')).toBe('admin, edit or view');
  });

  it('count what is too much to list', () => {
    expect(shortList(['a', 'b', 'c'], 'namespaces')).toBe('a, b and c');
    expect(shortList(['a', 'b', 'c', 'd'], 'namespaces')).toBe('4 namespaces (a, b, c …)');
  });

  it('say where a right holds', () => {
    expect([formatScope('cluster'), formatScope('where-bound'), formatScope(['a'])]).toEqual([
      'in all namespaces',
      'wherever the role is bound',
      'in a',
    ]);
  });

  it('name whoever holds a role by the role', () => {
    expect(formatSubject({ kind: 'RoleHolder', name: 'edit' })).toBe('whoever holds edit');
    expect(formatSubject({ kind: 'ServiceAccount', namespace: 'op', name: 'manager' })).toBe('ServiceAccount op/manager');
    expect(formatSubject({ kind: 'Group', name: 'devs' })).toBe('Group devs');
  });
});

import { describe, expect, it } from 'vitest';
import { formatScope, formatSubject, shortList } from '../../../src/review/risks/wording.js';

describe('the words of risks', () => {
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

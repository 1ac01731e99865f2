import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { type Role, roleOf } from '../../../src/base/kubernetes/rbac.js';
import { roleFinder } from '../../../src/base/rbac/rbac.js';
import { allow, role as object } from '../../support/rbac.js';

const role = (id: string, ...rules: readonly PolicyRule[]): Role => roleOf(object(id, ...rules)) as Role;

const COPIES = { object: role('reader', allow('get', 'pods')), copies: { namespaces: ['a', 'b'], ownerNamespaceLabel: false } };
const COPIED = { ...COPIES, object: { ...COPIES.object, kind: 'Role' } };
const SINGLE = { object: role('c/reader', allow('list', 'pods')) };

describe('the Roles that a name means', () => {
  const find = roleFinder([COPIED, SINGLE, { object: role('reader') }]);

  it('are told with the namespaces where they stand, as these were asked about', () => {
    expect(find('reader', ['c', 'b', 'missing', 'a'])).toEqual([
      { role: SINGLE, namespaces: ['c'] },
      { role: COPIED, namespaces: ['b', 'a'] },
    ]);
  });

  it('are none under another name', () => {
    expect(find('writer', ['a'])).toEqual([]);
  });

  it('are the last of those that stand in one place', () => {
    const later = { object: role('a/reader') };
    expect(roleFinder([COPIED, later])('reader', ['a', 'b'])).toEqual([
      { role: later, namespaces: ['a'] },
      { role: COPIED, namespaces: ['b'] },
    ]);
  });
});

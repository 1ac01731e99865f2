import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { unknownRbacField } from '../../../../src/review/rules/changed/roles.js';
import { namespace } from '../../../support/build.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

/** Objects that are given, whatever reads them. */
const told = (after: KubernetesObject, ...before: readonly KubernetesObject[]) => {
  const state = (...given: readonly KubernetesObject[]) => ({
    ...accessTo(namespace('op')),
    state: { ...accessTo(namespace('op')).state, given },
  });
  return unknownRbacField.compare?.(state(...before), state(after)).map(({ severity, message }) => `${severity}: ${message}`);
};

describe('unknown-rbac-field', () => {
  it('tells of a misspelt key, and what it could be read as', () => {
    const binding = bind('b', 'view', 'User alice');
    expect(told({ ...binding, Subjects: binding.subjects })).toEqual([
      'error: ClusterRoleBinding b has the unknown field Subjects, which some programs read as subjects',
    ]);
    expect(told({ ...role('r', [rule('get', 'pods')]), rule: [] })).toEqual(['error: ClusterRole r has the unknown field rule']);
    expect(told({ ...role('r', []), rules: [{ Verbs: ['*'] }] })).toEqual([
      'error: ClusterRole r has the unknown field rules[0].Verbs, which some programs read as verbs',
    ]);
  });

  it('tells of a subject that is nobody', () => {
    const binding = bind('b', 'view');
    expect(told({ ...binding, subjects: [{ kind: 'serviceaccount', name: 'a', namespace: 'op' }] })).toEqual([
      'error: ClusterRoleBinding b has a subject of the unknown kind serviceaccount',
    ]);
    expect(told({ ...binding, subjects: [{ kind: 'ServiceAccount', name: 'a' }] })).toEqual([
      'error: ClusterRoleBinding b names ServiceAccount a without a namespace',
    ]);
    expect(told({ ...bind('op/b', 'view'), metadata: { name: 'b' }, subjects: [{ kind: 'ServiceAccount', name: 'a' }] })).toEqual([
      'error: RoleBinding b names ServiceAccount a without a namespace',
    ]);
  });

  it('takes an account without a namespace to be in that of its RoleBinding, as Kubernetes does and OLM writes it', () => {
    expect(told({ ...bind('op/b', 'view'), subjects: [{ kind: 'ServiceAccount', name: 'a' }] })).toEqual([]);
  });

  it('tells of an API group that neither roles nor subjects are of', () => {
    const binding = bind('b', 'view', 'User alice');
    expect(told({ ...binding, roleRef: { apiGroup: 'example.com', kind: 'ClusterRole', name: 'view' } })).toEqual([
      'error: ClusterRoleBinding b names the unknown API group example.com',
    ]);
    expect(told({ ...binding, subjects: [{ apiGroup: 'example.com', kind: 'User', name: 'alice' }] })).toHaveLength(1);
    expect(told({ ...binding, subjects: [{ apiGroup: '', kind: 'User', name: 'alice' }] })).toEqual([]);
  });

  it('says nothing of what is in order, and of what was there before', () => {
    const binding = bind('a/b', 'view', 'User alice', 'Group devs', 'ServiceAccount a/c');
    expect(told(binding)).toEqual([]);
    expect(told({ ...binding, Subjects: [] }, { ...binding, Subjects: [] })).toEqual([]);
  });
});

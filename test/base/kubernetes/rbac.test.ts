import { describe, expect, it } from 'vitest';
import { bindingOf, roleOf } from '../../../src/base/kubernetes/rbac.js';

const OPENSHIFT = 'authorization.openshift.io/v1';

describe('roles and bindings of OpenShift', () => {
  it('count as those of Kubernetes', () => {
    const role = {
      apiVersion: OPENSHIFT,
      kind: 'ClusterRole',
      metadata: { name: 'r' },
      rules: [{ verbs: ['get'], resources: ['pods'], apiGroups: null }],
    };
    expect(roleOf(role)?.rules).toEqual([{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]);
    const binding = {
      apiVersion: OPENSHIFT,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'b' },
      roleRef: { name: 'cluster-admin' },
      subjects: [
        { kind: 'SystemGroup', name: 'system:authenticated' },
        { kind: 'User', name: 'ann' },
      ],
      userNames: ['ann'],
      groupNames: ['devs'],
    };
    expect(bindingOf(binding)).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [
        { kind: 'Group', name: 'system:authenticated' },
        { kind: 'User', name: 'ann' },
        { kind: 'User', name: 'ann' },
        { kind: 'Group', name: 'devs' },
      ],
    });
  });

  it('mean a Role by its namespace', () => {
    const binding = {
      apiVersion: OPENSHIFT,
      kind: 'RoleBinding',
      metadata: { name: 'b', namespace: 'op' },
      roleRef: { name: 'r', namespace: 'op' },
    };
    expect(bindingOf(binding)).toMatchObject({ roleRef: { kind: 'Role', name: 'r' }, subjects: [] });
  });

  it('are told from those of other groups', () => {
    expect(roleOf({ apiVersion: 'example.com/v1', kind: 'Role', metadata: { name: 'r' } })).toBeUndefined();
  });
});

describe('the rules of a role', () => {
  it('allow every object where they name the empty one, as a request for none in particular does', () => {
    const role = (resourceNames: string[]) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'r', namespace: 'op' },
      rules: [{ verbs: ['list'], apiGroups: [''], resources: ['secrets'], resourceNames }],
    });
    expect(roleOf(role(['', 'a']))?.rules).toEqual([{ verbs: ['list'], apiGroups: [''], resources: ['secrets'] }]);
    expect(roleOf(role(['*', 'a']))?.rules).toEqual([
      { verbs: ['list'], apiGroups: [''], resources: ['secrets'], resourceNames: ['*', 'a'] },
    ]);
  });
});

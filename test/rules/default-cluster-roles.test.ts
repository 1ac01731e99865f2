import { describe, expect, it } from 'vitest';
import { aggregate } from '../../src/rules/aggregation.js';
import { DEFAULT_CLUSTER_ROLES } from '../../src/rules/default-cluster-roles.js';
import { type AccessRequest, isAllowed, rbacOf } from '../../src/rules/permissions.js';

const APPLE = { user: 'apple', groups: [] };

/** Whether someone who holds a default ClusterRole may do this in the namespace `team`. */
function may(roleName: string, verb: string, apiGroup: string, resource: string, subresource?: string): boolean {
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'given', namespace: 'team' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: roleName },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'apple' }],
  };
  const request: AccessRequest = { verb, apiGroup, resource, ...(subresource === undefined ? {} : { subresource }) };
  return isAllowed(rbacOf([...aggregate(DEFAULT_CLUSTER_ROLES), binding]), APPLE, 'team', request);
}

describe('the default ClusterRoles', () => {
  it.each([
    // view, edit, admin
    ['get', '', 'pods', undefined, [true, true, true]],
    ['get', '', 'pods', 'log', [true, true, true]],
    ['get', '', 'secrets', undefined, [false, true, true]],
    ['create', '', 'pods', 'exec', [false, true, true]],
    ['create', 'apps', 'deployments', undefined, [false, true, true]],
    ['update', 'apps', 'deployments', 'status', [false, false, false]],
    ['impersonate', '', 'serviceaccounts', undefined, [false, true, true]],
    ['create', '', 'serviceaccounts', 'token', [false, true, true]],
    ['list', 'coordination.k8s.io', 'leases', undefined, [false, true, true]],
    ['create', 'rbac.authorization.k8s.io', 'rolebindings', undefined, [false, false, true]],
    ['bind', 'rbac.authorization.k8s.io', 'roles', undefined, [false, false, false]],
    ['update', '', 'resourcequotas', undefined, [false, false, false]],
    ['get', 'operators.coreos.com', 'operatorgroups', undefined, [false, false, false]],
  ] as const)('%s %s/%s %s', (verb, apiGroup, resource, subresource, [view, edit, admin]) => {
    const answers = ['view', 'edit', 'admin', 'cluster-admin'].map((name) => may(name, verb, apiGroup, resource, subresource));
    expect(answers).toEqual([view, edit, admin, true]);
  });

  it('have names of their own', () => {
    const names = DEFAULT_CLUSTER_ROLES.map(({ metadata }) => metadata.name);
    expect(new Set(names).size).toBe(names.length);
  });
});

import { expect, it } from 'vitest';
import { permissionName } from '../../../src/render/v1/names.js';
import { roleAndBinding } from '../../../src/render/v1/role-and-binding.js';
import { registry } from '../../support/registry.js';
import { permission, v1Context } from '../../support/v1.js';

it('a role and its binding have one name, and bind the account of the install namespace', () => {
  const name = permissionName('db.v1.0.0', permission(''));
  const [role, binding] = roleAndBinding(v1Context(registry()), permission(''), 'a');
  expect(role).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name, namespace: 'a' },
    rules: permission('').rules,
  });
  expect(binding).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name, namespace: 'a' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'ops' }],
  });
});

import { expect, it } from 'vitest';
import { bindingSubjects } from '../../../src/rules/install/binding-subjects.js';
import { registry } from '../../support/registry.js';

it('a ServiceAccount in a binding has a namespace, which OLM does not add', () => {
  const subjects = [
    { kind: 'ServiceAccount', name: 'a', namespace: 'system' },
    { kind: 'User', name: 'u' },
    { kind: 'ServiceAccount', name: 'b' },
  ];
  const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'n' }, subjects };
  expect(bindingSubjects(registry({ others: [binding, { ...binding, kind: 'ConfigMap' }] }))).toMatchObject([
    { found: 'ServiceAccount b', manifest: binding, at: ['subjects', 2, 'namespace'] },
  ]);
});

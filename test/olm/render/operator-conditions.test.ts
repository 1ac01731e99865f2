import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { operatorConditions } from '../../../src/olm/render/operator-conditions.js';
import { documented } from '../../../src/olm/render/profile/documented.js';
import { csv, group } from '../../support/build.js';
import { asking } from '../../support/permissions.js';
import { contextOf, names } from '../../support/render.js';

function conditions(...objects: readonly KubernetesObject[]): KubernetesObject[] {
  return operatorConditions(contextOf(...objects)).map(({ object }) => object);
}

describe('the OperatorCondition of a CSV', () => {
  it('names its Deployments and accounts, and comes with the rights to write it', () => {
    const install = { deployments: [{ name: 'manager' }], permissions: [{ serviceAccountName: 'sa', rules: [] }] };
    const foo = csv('op/foo.v1', { spec: { install: { strategy: 'deployment', spec: install } } });
    expect(conditions(group('op/g'), foo)).toEqual([
      {
        apiVersion: 'operators.coreos.com/v2',
        kind: 'OperatorCondition',
        metadata: { name: 'foo.v1', namespace: 'op' },
        spec: { deployments: ['manager'], serviceAccounts: ['sa'] },
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { name: 'foo.v1', namespace: 'op', labels: { 'olm.managed': 'true' } },
        rules: [
          {
            verbs: ['get', 'update', 'patch'],
            apiGroups: ['operators.coreos.com'],
            resources: ['operatorconditions'],
            resourceNames: ['foo.v1'],
          },
        ],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: 'foo.v1', namespace: 'op', labels: { 'olm.managed': 'true' } },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'foo.v1' },
        subjects: [{ kind: 'ServiceAccount', name: 'sa' }],
      },
    ]);
  });

  it('lists the accounts of clusterPermissions first, and repeats them as the CSV does', () => {
    const entry = (serviceAccountName: string): { serviceAccountName: string } => ({ serviceAccountName });
    const [condition] = conditions(
      csv('op/foo', asking({ permissions: [entry('a'), entry('b'), entry('a')], clusterPermissions: [entry('c'), entry('a')] })),
    );
    expect(condition?.spec).toEqual({ deployments: [], serviceAccounts: ['c', 'a', 'a', 'b', 'a'] });
  });

  it('names the account default where the CSV names none', () => {
    expect(conditions(csv('op/foo'))[0]?.spec).toEqual({ deployments: [], serviceAccounts: ['default'] });
  });

  it('is made whatever the verdict', () => {
    expect(names(conditions(csv('op/failed')))).toEqual(['OperatorCondition op/failed', 'Role op/failed', 'RoleBinding op/failed']);
  });

  it('has the component labels of the CSV', () => {
    const [condition, role] = conditions(csv('op/foo', { labels: { 'operators.coreos.com/foo.op': '', other: 'x' } }));
    expect(condition?.metadata.labels).toEqual({ 'operators.coreos.com/foo.op': '' });
    expect(role?.metadata.labels).toEqual({ 'olm.managed': 'true' });
  });

  it('is made as well for a CSV that OLM takes for a copy by its annotation', () => {
    const copy = csv('op/foo', { annotations: { 'olm.operatorNamespace': 'elsewhere' } });
    expect(conditions(group('op/g'), copy).map(({ kind }) => kind)).toEqual(['OperatorCondition', 'Role', 'RoleBinding']);
  });

  it('is not what the documents describe', () => {
    expect(Object.values(documented.underOlm.generators).flat()).not.toContain(operatorConditions);
  });
});

import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { clusterOf, csv, group } from '../../support/build.js';

const OWNED_BY_CSV = { 'olm.owner': 'etcd.v1', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'op' };
const OWNED_BY_GROUP = { 'olm.owner': 'etcd', 'olm.owner.kind': 'OperatorGroup', 'olm.owner.namespace': 'op' };

function rbac(kind: string, labels: Record<string, string>): KubernetesObject {
  const isBinding = kind.endsWith('Binding');
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    metadata: { name: 'x', ...(kind.startsWith('Cluster') ? {} : { namespace: 'op' }), labels },
    ...(isBinding ? { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: kind.replace('Binding', ''), name: 'x' } } : { rules: [] }),
  };
}

/** The kinds of the roles and bindings that count as given, of one of each with these labels. */
function given(labels: Record<string, string>): string[] {
  const kinds = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];
  const all = clusterOf(group('op/etcd'), csv('op/etcd.v1'), ...kinds.map((kind) => rbac(kind, labels)));
  return [...all.clusterRoles, ...all.clusterRoleBindings, ...all.roles, ...all.roleBindings].map(({ kind }) => kind);
}

const ALL = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];

describe('a role or binding of the input', () => {
  it.each<[string, Record<string, string>]>([
    ['of a permissions entry of a CSV that is there', { 'olm.managed': 'true', 'olm.permissions.hash': 'x', ...OWNED_BY_CSV }],
    [
      'copied into a target namespace',
      { 'olm.managed': 'true', 'olm.permissions.hash': 'x', ...OWNED_BY_CSV, 'olm.owner.namespace': 'team', 'olm.copiedFrom': 'op' },
    ],
    ['of a group that is there', { 'olm.managed': 'true', ...OWNED_BY_GROUP }],
    ['of an API', { 'olm.managed': 'true', 'olm.opgroup.permissions/aggregate-to-0123-admin': 'true' }],
    ['of an OperatorCondition or a certificate', { 'olm.managed': 'true' }],
  ])('that OLM made counts as not given: %s', (_, labels) => {
    expect(given(labels)).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['of a person', {}],
    ['of a person who aggregates it to a group', { 'olm.opgroup.permissions/aggregate-to-admin': 'etcd' }],
    ['of another manager', { 'olm.managed': 'false' }],
    ['of a CSV that is not there', { 'olm.managed': 'true', 'olm.permissions.hash': 'x', ...OWNED_BY_CSV, 'olm.owner': 'etcd.v0' }],
    ['of a CSV in another namespace', { 'olm.managed': 'true', 'olm.permissions.hash': 'x', ...OWNED_BY_CSV, 'olm.owner.namespace': 'x' }],
    ['of a group that is not there', { 'olm.managed': 'true', ...OWNED_BY_GROUP, 'olm.owner': 'other' }],
    ['that a bundle ships', { 'olm.managed': 'true', ...OWNED_BY_CSV }],
  ])('counts as given: %s', (_, labels) => {
    expect(given(labels)).toEqual(ALL);
  });
});

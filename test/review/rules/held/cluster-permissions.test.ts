import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import { clusterPermissions } from '../../../../src/review/rules/held/wildcards.js';
import { csv, type GroupFields, group, namespace } from '../../../support/build.js';
import { asking } from '../../../support/permissions.js';
import { rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

function found(fields: GroupFields, ...rules: readonly PolicyRule[]) {
  const operator = csv('op/etcd.v1', {
    owns: ['Etcd.v1.example.com'],
    ...asking({ clusterPermissions: [{ serviceAccountName: 'manager', rules }] }),
  });
  return clusterPermissions.find?.(accessTo(namespace('op'), namespace('team'), group('op/group', fields), operator)) ?? [];
}

describe('cluster-permissions', () => {
  it('tells of rights in all namespaces though the group targets one', () => {
    const nodes = rule('get', 'nodes');
    expect(found({ targets: ['team'] }, nodes, rule('get', 'secrets'), rule('create', 'deployments', 'apps'))).toEqual([
      {
        severity: 'warning',
        subject: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' },
        message:
          'ClusterServiceVersion op/etcd.v1 targets team, but its clusterPermissions grant permissions on deployments.apps and secrets in all namespaces',
        path: wayOf(
          'OperatorGroup op/group targets team → ClusterServiceVersion op/etcd.v1 → spec.install.spec.clusterPermissions → deployments.apps and secrets in all namespaces',
        ),
        fix: 'move the rules on deployments.apps and secrets from clusterPermissions to permissions, or treat the operator like one that targets all namespaces and keep tenants out of op',
        place: { file: 'ClusterServiceVersion/op/etcd.v1/spec/install/spec/clusterPermissions/0/rules/1' },
        identity: [],
      },
    ]);
  });

  it('says nothing where the group targets all namespaces', () => {
    expect(found({}, rule('get', 'secrets'))).toEqual([]);
  });

  it('says nothing of resources without a namespace, which a Role cannot give', () => {
    const apis = rule('get list watch', 'customresourcedefinitions', 'apiextensions.k8s.io');
    expect(found({ targets: ['team'] }, rule('get list watch', 'namespaces nodes nodes/status'), apis)).toEqual([]);
  });

  it("says nothing of the operator's own API, and of Events", () => {
    expect(found({ targets: ['team'] }, rule('*', 'etcds etcds/status', 'example.com'), rule('create patch', 'events'))).toEqual([]);
  });

  it('counts a wildcard', () => {
    expect(found({ targets: ['team'] }, rule('*', '*', '*')).map(({ message }) => message)).toEqual([
      'ClusterServiceVersion op/etcd.v1 targets team, but its clusterPermissions grant permissions on all resources in all namespaces',
    ]);
  });
});

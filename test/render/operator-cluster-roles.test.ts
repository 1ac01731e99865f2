import { describe, expect, it } from 'vitest';
import { operatorClusterRoles } from '../../src/render/operator-cluster-roles.js';
import { csv, group } from '../support/build.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { generate } from '../support/render.js';

const foo = csv(
  'op/foo.v1.0.0',
  asking({ clusterPermissions: [{ serviceAccountName: 'operator-sa', rules: [READ_PODS] }], permissions: [{ serviceAccountName: 'x' }] }),
);

describe('a CSV’s clusterPermissions', () => {
  it('become a ClusterRole and a ClusterRoleBinding, with OLM’s name, hashes and owner labels', () => {
    const name = 'foo.v1.0.0-4iYXxwXedeWYk40UFOUY6uFDLZ7yZzISyQSxly';
    const metadata = (hash: string): unknown => ({
      name,
      labels: {
        'olm.managed': 'true',
        'olm.owner': 'foo.v1.0.0',
        'olm.owner.kind': 'ClusterServiceVersion',
        'olm.owner.namespace': 'op',
        'olm.permissions.hash': hash,
      },
    });
    expect(generate(operatorClusterRoles, group('op/group', { targets: ['team'] }), foo)).toEqual([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: metadata('clB5I6WgfKDpOmazToErdPNQa31Lvp8TgK22r8'),
        rules: [READ_PODS],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: metadata('lGxJe4K6EAD2QVEtB3kmCIrQfM9CloXqICrjZ'),
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
        subjects: [{ kind: 'ServiceAccount', name: 'operator-sa', namespace: 'op' }],
      },
    ]);
  });

  it.each([
    ['its own namespace', { targets: ['op'] }],
    ['another namespace', { targets: ['team'] }],
    ['several namespaces', { targets: ['team', 'other'] }],
    ['all namespaces', {}],
  ])('are the same where the group targets %s', (_, targets) => {
    expect(generate(operatorClusterRoles, group('op/group', targets), foo)).toEqual(generate(operatorClusterRoles, foo));
  });
});

import { describe, expect, it } from 'vitest';
import { operatorRoles } from '../../src/render/operator-roles.js';
import { csv, group } from '../support/build.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { generate } from '../support/render.js';

describe('a CSV’s permissions', () => {
  it('become a Role and a RoleBinding in the operator namespace, with OLM’s name, hashes and owner labels', () => {
    const roles = generate(
      operatorRoles,
      group('op/group', { targets: ['team'] }),
      csv(
        'op/foo.v1.0.0',
        asking({
          permissions: [{ serviceAccountName: 'operator-sa', rules: [READ_PODS] }],
          clusterPermissions: [{ serviceAccountName: 'x' }],
        }),
      ),
    );
    const name = 'foo.v1.0.0-operator-sa-20ULQDwbRCOgf0t0cNSu4tvHqJkq4jeFQUG6U3';
    const metadata = (hash: string): unknown => ({
      name,
      namespace: 'op',
      labels: {
        'olm.managed': 'true',
        'olm.owner': 'foo.v1.0.0',
        'olm.owner.kind': 'ClusterServiceVersion',
        'olm.owner.namespace': 'op',
        'olm.permissions.hash': hash,
      },
    });
    expect(roles).toEqual([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: metadata('clB5I6WgfKDpOmazToErdPNQa31Lvp8TgK22r8'),
        rules: [READ_PODS],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: metadata('2ArT80rkYrl5qlzTbXwPTCanteOXvTT6Goc6we'),
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
        subjects: [{ kind: 'ServiceAccount', name: 'operator-sa', namespace: 'op' }],
      },
    ]);
  });

  it('become Roles for a CSV that fails, too', () => {
    const orphan = csv('op/foo', asking({ permissions: [{ serviceAccountName: 'sa', rules: [READ_PODS] }] }));
    expect(generate(operatorRoles, orphan).map(({ kind }) => kind)).toEqual(['Role', 'RoleBinding']);
  });
});

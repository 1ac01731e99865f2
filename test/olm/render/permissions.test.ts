import { describe, expect, it } from 'vitest';
import type { ClusterServiceVersion } from '../../../src/olm/model/cluster-service-version.js';
import { clusterWideRoles, getsRoles, namespacedRoles, operatorClusterRoles, operatorRoles } from '../../../src/olm/render/permissions.js';
import { csv, group, readCsv } from '../../support/build.js';
import { asking, type Permission, READ_PODS } from '../../support/permissions.js';
import { generate, OLM } from '../../support/render.js';

const sa = (rules?: readonly unknown[]): Permission => ({ serviceAccountName: 'sa', ...(rules ? { rules } : {}) });
const asks = (permissions: readonly Permission[], name = 'foo', strategy?: string): ClusterServiceVersion =>
  readCsv(`op/${name}`, asking({ permissions, clusterPermissions: permissions }, strategy));

describe.each([
  ['permissions', namespacedRoles],
  ['clusterPermissions', clusterWideRoles],
])('the roles of %s', (list, make) => {
  const rolesOf = (operator: ClusterServiceVersion) => make(operator, OLM);

  it('are made once for equal entries', () => {
    expect(rolesOf(asks([sa([READ_PODS]), sa([READ_PODS])]))).toHaveLength(1);
    expect(rolesOf(asks([sa([READ_PODS]), sa([])]))).toHaveLength(2);
  });

  it('come from the entry that asks for them, of equal ones from the first', () => {
    const fields = rolesOf(asks([sa([]), sa([READ_PODS]), sa([READ_PODS]), sa([])])).map(({ field }) => field);
    expect(fields).toEqual([0, 1].map((index) => ['spec', 'install', 'spec', list, index]));
  });

  it('are made once for a CSV, which several generators ask for', () => {
    const operator = asks([sa([READ_PODS])]);
    expect(rolesOf(operator)).toBe(rolesOf(operator));
  });

  it('are made for each account', () => {
    const subjects = rolesOf(asks([sa([READ_PODS]), { serviceAccountName: 'other', rules: [READ_PODS] }])).map(
      ({ binding }) => binding.subjects,
    );
    expect(subjects).toEqual(['sa', 'other'].map((name) => [{ kind: 'ServiceAccount', name, namespace: 'op' }]));
  });

  it('bind the account default like any other', () => {
    const [entry] = rolesOf(asks([{ serviceAccountName: 'default', rules: [READ_PODS] }]));
    expect(entry?.binding.subjects).toEqual([{ kind: 'ServiceAccount', name: 'default', namespace: 'op' }]);
  });

  it('have the keys of their rules as Kubernetes spells them, as Go’s decoder reads them whatever their case', () => {
    const misspelt = { apigroups: [''], Resources: ['pods'], verbs: ['get'], resourcenames: ['one'], comment: 'none' };
    const correct = { apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames: ['one'] };
    const [roles] = rolesOf(asks([sa([misspelt])]));
    expect(roles?.role.rules).toEqual([correct]);
    expect(rolesOf(asks([sa([correct])]))).toEqual([roles]);
  });

  it('have an empty list of rules where the CSV gives none', () => {
    const [absent, empty] = [rolesOf(asks([sa()])), rolesOf(asks([sa([])]))].flat();
    expect([absent?.role.rules, empty?.role.rules]).toEqual([[], []]);
    expect(absent?.role.metadata.name).not.toBe(empty?.role.metadata.name);
  });

  it('are not made by an install strategy that OLM does not know', () => {
    expect(rolesOf(asks([sa([READ_PODS])], 'foo', 'helm'))).toEqual([]);
  });

  it('are not made when the label olm.owner cannot hold the CSV’s name', () => {
    expect(rolesOf(asks([sa([READ_PODS])], 'f'.repeat(63)))).toHaveLength(1);
    expect(rolesOf(asks([sa([READ_PODS])], 'f'.repeat(64)))).toEqual([]);
  });
});

it.each([
  ['a strategy that OLM knows and a name that fits a label', 'f'.repeat(63), 'deployment', true],
  ['another strategy', 'foo', 'helm', false],
  ['too long a name', 'f'.repeat(64), 'deployment', false],
])('a CSV with %s gets roles: %s', (_, name, strategy, expected) => {
  expect(getsRoles(asks([], name, strategy))).toBe(expected);
});

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

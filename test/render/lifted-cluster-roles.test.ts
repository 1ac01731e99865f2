import { describe, expect, it } from 'vitest';
import { liftedClusterRoles } from '../../src/render/lifted-cluster-roles.js';
import { operatorRoles } from '../../src/render/operator-roles.js';
import { csv, group, namespace } from '../support/build.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { contextOf, generate, names, renderAll } from '../support/render.js';

const SECRETS = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const fields = asking({
  permissions: [
    { serviceAccountName: 'operator-sa', rules: [READ_PODS] },
    { serviceAccountName: 'webhook', rules: [SECRETS, READ_PODS] },
  ],
  clusterPermissions: [{ serviceAccountName: 'operator-sa', rules: [SECRETS] }],
});
const foo = csv('op/foo.v1.0.0', fields);
const SEE_NAMESPACES = { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] };

describe('in a global group, the Roles and RoleBindings of an operator', () => {
  it('are lifted to ClusterRoles and ClusterRoleBindings of the same name and labels, which also see namespaces', () => {
    const name = 'foo.v1.0.0-operator-sa-20ULQDwbRCOgf0t0cNSu4tvHqJkq4jeFQUG6U3';
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
    expect(generate(liftedClusterRoles, group('op/group'), foo).slice(0, 2)).toEqual([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        // The hashes are still those of the Role without the appended rule, and of the RoleBinding.
        metadata: metadata('clB5I6WgfKDpOmazToErdPNQa31Lvp8TgK22r8'),
        rules: [READ_PODS, SEE_NAMESPACES],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: metadata('2ArT80rkYrl5qlzTbXwPTCanteOXvTT6Goc6we'),
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
        subjects: [{ kind: 'ServiceAccount', name: 'operator-sa', namespace: 'op' }],
      },
    ]);
  });

  it('are lifted one by one, each with the rule on namespaces', () => {
    const context = contextOf(group('op/group'), foo);
    const lifted = liftedClusterRoles(context).map(({ object }) => object);
    const roles = operatorRoles(context).map(({ object }) => object);
    expect(lifted.map(({ kind, metadata: { name, labels } }) => ({ kind, name, labels }))).toEqual(
      roles.map(({ kind, metadata: { name, labels } }) => ({ kind: `Cluster${kind}`, name, labels })),
    );
    expect(lifted.filter(({ kind }) => kind === 'ClusterRole').map(({ rules }) => rules)).toEqual([
      [READ_PODS, SEE_NAMESPACES],
      [SECRETS, READ_PODS, SEE_NAMESPACES],
    ]);
  });

  it('stay in the operator namespace', () => {
    const { objects } = renderAll(group('op/group'), foo);
    expect(names(objects)).toEqual(expect.arrayContaining(names(generate(operatorRoles, foo))));
  });

  it('are not lifted for a failed CSV', () => {
    const onlyOwn = csv('op/foo.v1.0.0', { ...fields, modes: ['OwnNamespace'] });
    expect(generate(liftedClusterRoles, group('op/group'), onlyOwn)).toEqual([]);
  });

  it('give nothing where there are none, so that nobody is given the rule on namespaces', () => {
    const clusterWide = csv('op/foo', asking({ clusterPermissions: [{ serviceAccountName: 'sa', rules: [READ_PODS] }] }));
    expect(generate(liftedClusterRoles, group('op/group'), clusterWide)).toEqual([]);
  });
});

describe('in a group that is not global, the Roles', () => {
  it.each([[['op']], [['team']], [['op', 'team']]])('are not lifted (targets %j)', (targets) => {
    expect(generate(liftedClusterRoles, namespace('team'), group('op/group', { targets }), foo)).toEqual([]);
  });
});

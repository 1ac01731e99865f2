import { describe, expect, it } from 'vitest';
import { operatorRoles } from '../../../src/olm/render/permissions.js';
import { rolesInAllTargets } from '../../../src/olm/render/profile/documented.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { contextOf, generate, names, renderAll } from '../../support/render.js';

const inTargets = rolesInAllTargets;
const asksForPods = asking({ permissions: [{ serviceAccountName: 'operator-sa', rules: [READ_PODS] }] });
const foo = csv('op/foo.v1.0.0', asksForPods);
const NAME = 'foo.v1.0.0-operator-sa-20ULQDwbRCOgf0t0cNSu4tvHqJkq4jeFQUG6U3';

describe('the Roles and RoleBindings of an operator', () => {
  it('are copied into the target namespace, owned there, and still bind the account in the operator namespace', () => {
    const metadata = (hash: string): unknown => ({
      name: NAME,
      namespace: 'team',
      labels: {
        'olm.copiedFrom': 'op',
        'olm.managed': 'true',
        'olm.owner': 'foo.v1.0.0',
        'olm.owner.kind': 'ClusterServiceVersion',
        'olm.owner.namespace': 'team',
        'olm.permissions.hash': hash,
      },
    });
    expect(generate(inTargets, namespace('team'), group('op/group', { targets: ['team'] }), foo)).toEqual([
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
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: NAME },
        subjects: [{ kind: 'ServiceAccount', name: 'operator-sa', namespace: 'op' }],
      },
    ]);
  });

  it('are copied into each target namespace that exists, but never into the operator’s own', () => {
    const targets = group('op/group', { targets: ['op', 'a', 'b', 'missing'] });
    expect(names(generate(inTargets, namespace('a'), namespace('b'), namespace('other'), targets, foo))).toEqual(
      ['Role', 'RoleBinding'].flatMap((kind) => ['a', 'b'].map((name) => `${kind} ${name}/${NAME}`)),
    );
  });

  it('are copied into the namespaces that a selector matches', () => {
    const selecting = group('op/group', { selector: { matchLabels: { tenant: 'a' } } });
    expect(names(generate(inTargets, namespace('a', { tenant: 'a' }), namespace('b', { tenant: 'b' }), selecting, foo))).toEqual([
      `Role a/${NAME}`,
      `RoleBinding a/${NAME}`,
    ]);
  });

  it('are not copied for a global group: they are lifted', () => {
    const kinds = generate(inTargets, namespace('team'), group('op/group'), foo).map(({ kind }) => kind);
    expect(kinds).toEqual(['ClusterRole', 'ClusterRoleBinding']);
  });

  it('are not copied for a failed CSV', () => {
    const onlyOwn = csv('op/foo.v1.0.0', { ...asksForPods, modes: ['OwnNamespace'] });
    expect(generate(inTargets, namespace('team'), group('op/group', { targets: ['team'] }), onlyOwn)).toEqual([]);
  });

  it('are copied while the CSV waits for its requirements', () => {
    const waiting = csv('op/foo.v1.0.0', { ...asksForPods, requires: ['Missing.v1.example.com'] });
    expect(generate(inTargets, namespace('team'), group('op/group', { targets: ['team'] }), waiting)).toHaveLength(2);
  });

  it('do not include what clusterPermissions give', () => {
    const clusterWide = csv('op/foo', asking({ clusterPermissions: [{ serviceAccountName: 'sa', rules: [READ_PODS] }] }));
    expect(generate(inTargets, namespace('team'), group('op/group', { targets: ['team'] }), clusterWide)).toEqual([]);
  });
});

const SECRETS = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const fields = asking({
  permissions: [
    { serviceAccountName: 'operator-sa', rules: [READ_PODS] },
    { serviceAccountName: 'webhook', rules: [SECRETS, READ_PODS] },
  ],
  clusterPermissions: [{ serviceAccountName: 'operator-sa', rules: [SECRETS] }],
});
const both = csv('op/foo.v1.0.0', fields);
const SEE_NAMESPACES = { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] };

describe('in a global group, the Roles and RoleBindings of an operator', () => {
  it('are lifted to ClusterRoles and ClusterRoleBindings of the same name and labels, which also see namespaces', () => {
    const metadata = (hash: string): unknown => ({
      name: NAME,
      labels: {
        'olm.managed': 'true',
        'olm.owner': 'foo.v1.0.0',
        'olm.owner.kind': 'ClusterServiceVersion',
        'olm.owner.namespace': 'op',
        'olm.permissions.hash': hash,
      },
    });
    expect(generate(inTargets, group('op/group'), both).slice(0, 2)).toEqual([
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
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: NAME },
        subjects: [{ kind: 'ServiceAccount', name: 'operator-sa', namespace: 'op' }],
      },
    ]);
  });

  it('are lifted one by one, each with the rule on namespaces', () => {
    const context = contextOf(group('op/group'), both);
    const lifted = inTargets(context).map(({ object }) => object);
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
    const { objects } = renderAll(group('op/group'), both);
    expect(names(objects)).toEqual(expect.arrayContaining(names(generate(operatorRoles, both))));
  });

  it('are not lifted for a failed CSV', () => {
    const onlyOwn = csv('op/foo.v1.0.0', { ...fields, modes: ['OwnNamespace'] });
    expect(generate(inTargets, group('op/group'), onlyOwn)).toEqual([]);
  });

  it('give nothing where there are none, so that nobody is given the rule on namespaces', () => {
    const clusterWide = csv('op/foo', asking({ clusterPermissions: [{ serviceAccountName: 'sa', rules: [READ_PODS] }] }));
    expect(generate(inTargets, group('op/group'), clusterWide)).toEqual([]);
  });
});

describe('in a group that is not global, the Roles', () => {
  it.each([[['op']], [['team']], [['op', 'team']]])('are not lifted (targets %j)', (targets) => {
    const kinds = generate(inTargets, namespace('team'), group('op/group', { targets }), both).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('Cluster'))).toEqual([]);
  });
});

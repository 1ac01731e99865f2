import { describe, expect, it } from 'vitest';
import { copiedRoles } from '../../src/render/copied-roles.js';
import { csv, group, namespace } from '../support/build.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { generate, names } from '../support/render.js';

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
    expect(generate(copiedRoles, namespace('team'), group('op/group', { targets: ['team'] }), foo)).toEqual([
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
    expect(names(generate(copiedRoles, namespace('a'), namespace('b'), namespace('other'), targets, foo))).toEqual(
      ['Role', 'RoleBinding'].flatMap((kind) => ['a', 'b'].map((name) => `${kind} ${name}/${NAME}`)),
    );
  });

  it('are copied into the namespaces that a selector matches', () => {
    const selecting = group('op/group', { selector: { matchLabels: { tenant: 'a' } } });
    expect(names(generate(copiedRoles, namespace('a', { tenant: 'a' }), namespace('b', { tenant: 'b' }), selecting, foo))).toEqual([
      `Role a/${NAME}`,
      `RoleBinding a/${NAME}`,
    ]);
  });

  it('are not copied for a global group: they are lifted', () => {
    expect(generate(copiedRoles, namespace('team'), group('op/group'), foo)).toEqual([]);
  });

  it('are not copied for a failed CSV', () => {
    const onlyOwn = csv('op/foo.v1.0.0', { ...asksForPods, modes: ['OwnNamespace'] });
    expect(generate(copiedRoles, namespace('team'), group('op/group', { targets: ['team'] }), onlyOwn)).toEqual([]);
  });

  it('are copied while the CSV waits for its requirements', () => {
    const waiting = csv('op/foo.v1.0.0', { ...asksForPods, requires: ['Missing.v1.example.com'] });
    expect(generate(copiedRoles, namespace('team'), group('op/group', { targets: ['team'] }), waiting)).toHaveLength(2);
  });

  it('do not include what clusterPermissions give', () => {
    const clusterWide = csv('op/foo', asking({ clusterPermissions: [{ serviceAccountName: 'sa', rules: [READ_PODS] }] }));
    expect(generate(copiedRoles, namespace('team'), group('op/group', { targets: ['team'] }), clusterWide)).toEqual([]);
  });
});

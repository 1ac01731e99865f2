import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cluster, EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import { namespace } from '../../../src/olm/model/operator-group.js';

const account = (id: string) => {
  const [space = '', name = ''] = id.split('/');
  return { namespace: space, name };
};

describe('a cluster', () => {
  it('has its objects by namespace, then name, in the order of bytes', () => {
    const rbac = (kind: string) => (id: string) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: account(id) });
    const role = (name: string) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name } });
    const crd = (name: string) => ({ name, group: 'b', kind: 'A', versions: ['v1'] });
    expect(
      cluster({
        namespaces: ['b', 'a-b', 'a', 'a1'].map((name) => namespace(name)),
        serviceAccounts: ['b/a', 'a/b', 'a/a'].map(account),
        clusterRoles: ['view', 'Admin', 'admin'].map(role),
        clusterRoleBindings: ['b', 'a'].map(role),
        roles: ['b/a', 'a/b', 'a/a'].map(rbac('Role')),
        roleBindings: ['b/a', 'a/b', 'a/a'].map(rbac('RoleBinding')),
        customResourceDefinitions: ['b', 'a'].map(crd),
        apiServices: ['v2.b', 'v1.b'].map((name) => ({ name, labels: {} })),
      }),
    ).toEqual({
      ...EMPTY_CLUSTER,
      namespaces: ['a', 'a-b', 'a1', 'b'].map((name) => namespace(name)),
      serviceAccounts: ['a/a', 'a/b', 'b/a'].map(account),
      clusterRoles: ['Admin', 'admin', 'view'].map(role),
      clusterRoleBindings: ['a', 'b'].map(role),
      roles: ['a/a', 'a/b', 'b/a'].map(rbac('Role')),
      roleBindings: ['a/a', 'a/b', 'b/a'].map(rbac('RoleBinding')),
      customResourceDefinitions: ['a', 'b'].map(crd),
      apiServices: ['v1.b', 'v2.b'].map((name) => ({ name, labels: {} })),
    });
  });

  it('is the same in whatever order its objects are given', () => {
    const ids = ['a/a', 'a/b', 'a-b/a', 'b/a', 'b/a.b', 'b/a-b'];
    const given = fc.shuffledSubarray(ids, { minLength: ids.length });
    const parts = (order: readonly string[]) => ({
      operatorGroups: order.map((id) => ({ ...account(id), targetNamespaces: [], staticProvidedAPIs: false, manifest: {} as never })),
      clusterServiceVersions: order.map((id) => account(id) as never),
    });
    fc.assert(
      fc.property(given, (order) => {
        expect(cluster(parts(order))).toEqual(cluster(parts(ids)));
      }),
    );
  });

  it('leaves what it is given as it was', () => {
    const namespaces = Object.freeze([namespace('b'), namespace('a')]);
    cluster({ namespaces });
    expect(namespaces.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('is empty without parts, and copies CSVs unless told otherwise', () => {
    expect(cluster({})).toEqual(EMPTY_CLUSTER);
    expect(EMPTY_CLUSTER.copiedCSVsDisabled).toBe(false);
    expect(cluster({ copiedCSVsDisabled: true }).copiedCSVsDisabled).toBe(true);
  });
});

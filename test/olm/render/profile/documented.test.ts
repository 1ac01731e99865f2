import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import type { ProvidedApi } from '../../../../src/olm/model/cluster-service-version.js';
import type { RenderContext } from '../../../../src/olm/render/context.js';
import { isActiveMember, placeInTargets } from '../../../../src/olm/render/profile/documented.js';
import type { ResolvedCsv, ResolvedGroup } from '../../../../src/olm/rules/resolution.js';
import { csv, group, namespace } from '../../../support/build.js';
import { asking, READ_PODS } from '../../../support/permissions.js';
import { contextOf, DOCUMENTED, names, renderAll } from '../../../support/render.js';

const crdApi: ProvidedApi = { group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos', crdName: 'foos.example.com' };
const apiServiceApi: ProvidedApi = { group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos' };
const groupsOf = (...objects: KubernetesObject[]): readonly ResolvedGroup[] => contextOf(...objects).resolution.groups;
const [first, second] = groupsOf(group('a/first'), group('b/second')) as [ResolvedGroup, ResolvedGroup];

describe('group ClusterRole name', () => {
  it.each(['admin', 'edit', 'view'] as const)('is <group>-%s', (role) => {
    expect(DOCUMENTED.groupRole({ namespace: 'op', name: 'etcd' }, role)).toBe(`etcd-${role}`);
  });
});

describe('aggregation label', () => {
  it('has the role in its key and the group as its value', () => {
    expect(DOCUMENTED.apiRoleLabels(crdApi, 'edit', first)).toEqual({ 'olm.opgroup.permissions/aggregate-to-edit': 'first' });
  });

  it('is what the one selector of the group’s role asks for, with APIs and without', () => {
    for (const apis of [[], ['Foo.v1.example.com'], ['Foo.v1.example.com', 'Bar.v1.example.com']]) {
      expect(DOCUMENTED.groupRoleSelectors(first, 'edit', new Set(apis))).toEqual([DOCUMENTED.apiRoleLabels(crdApi, 'edit', first)]);
    }
  });

  it('is left out where it cannot hold the group’s name', () => {
    const [long] = groupsOf(group(`op/${'g'.repeat(64)}`)) as [ResolvedGroup];
    expect(DOCUMENTED.apiRoleLabels(crdApi, 'edit', long)).toEqual({});
  });
});

describe('per-API ClusterRole name', () => {
  it.each([
    ['CRD', crdApi],
    ['APIService', apiServiceApi],
  ])('is <plural>.<group>-<version>-<access> for a %s', (_, api) => {
    expect((['admin', 'edit', 'view', 'view-crd'] as const).map((access) => DOCUMENTED.apiRole(api, access, first, [first]))).toEqual([
      'foos.example.com-v1-admin',
      'foos.example.com-v1-edit',
      'foos.example.com-v1-view',
      'foos.example.com-v1-view-crd',
    ]);
  });

  it('has a short suffix that depends on the group alone, from the second group on', () => {
    expect(DOCUMENTED.apiRole(crdApi, 'admin', first, [first, second])).toBe('foos.example.com-v1-admin');
    const suffixed = DOCUMENTED.apiRole(crdApi, 'admin', second, [first, second]);
    expect(suffixed).toMatch(/^foos\.example\.com-v1-admin-[0-9a-z]{8}$/);
    expect(DOCUMENTED.apiRole(apiServiceApi, 'admin', second, [first, first, second])).toBe(suffixed);
  });
});

describe('group namespace annotation', () => {
  it('is written under both names that the documents give it', () => {
    expect(DOCUMENTED.groupAnnotations(second)).toEqual({
      'olm.operatorGroup': 'second',
      'olm.operatorNamespace': 'b',
      'olm.operatorGroupNamespace': 'b',
    });
  });
});

describe('active members', () => {
  const foo = { owns: ['Foo.v1.example.com'] };

  it.each<[string, RenderContext, boolean]>([
    ['succeeds', contextOf(group('op/g'), csv('op/foo', foo)), true],
    ['waits for its requirements', contextOf(group('op/g'), csv('op/foo', { requires: ['Missing.v1.example.com'] })), true],
    ['has no group', contextOf(csv('op/foo', foo)), false],
    ['supports other targets', contextOf(group('op/g'), csv('op/foo', { modes: ['OwnNamespace'] })), false],
    ['has an unknown strategy', contextOf(group('op/g'), csv('op/foo', { strategy: 'helm' })), false],
    ['is never synced', contextOf(group('op/g', { targets: [''] }), csv('op/foo')), false],
  ])('alone get API roles, copies, and Roles outside their namespace: a CSV that %s', (_, context, expected) => {
    const resolved = context.resolution.csvs[0] as ResolvedCsv;
    expect([isActiveMember(resolved), placeInTargets(context).has(resolved)]).toEqual([expected, expected]);
  });
});

describe('Roles and RoleBindings copied to targets', () => {
  it('always go to each target namespace, even where clusterPermissions give the same rights', () => {
    const permissions = [{ serviceAccountName: 'sa', rules: [READ_PODS] }];
    const { objects } = renderAll(
      namespace('a'),
      namespace('b'),
      group('op/g', { targets: ['a', 'b'] }),
      csv('op/foo', asking({ permissions, clusterPermissions: permissions })),
    );
    const roles = names(objects).filter((name) => /^Role(?:Binding)? [ab]\//.test(name));
    expect(roles.map((name) => name.slice(0, name.indexOf('/')))).toEqual(['Role a', 'Role b', 'RoleBinding a', 'RoleBinding b']);
  });
});

describe('global group', () => {
  it('turns every permissions entry into a ClusterRole and a ClusterRoleBinding, even where clusterPermissions give the same rights', () => {
    const permissions = ['one', 'two'].map((serviceAccountName) => ({ serviceAccountName, rules: [READ_PODS] }));
    const { objects } = renderAll(namespace('a'), group('op/g'), csv('op/foo', asking({ permissions, clusterPermissions: permissions })));
    const lifted = names(objects).filter((name) => /^ClusterRole(?:Binding)? foo-(?:one|two)-/.test(name));
    expect(lifted.map((name) => name.replace(/-\w+$/, ''))).toEqual([
      'ClusterRole foo-one',
      'ClusterRoleBinding foo-one',
      'ClusterRole foo-two',
      'ClusterRoleBinding foo-two',
    ]);
  });

  it('lets each lifted ClusterRole, and no other, get, list and watch namespaces', () => {
    const permissions = [{ serviceAccountName: 'sa', rules: [READ_PODS] }];
    const { objects } = renderAll(group('op/g'), csv('op/foo', asking({ permissions, clusterPermissions: permissions })));
    const seesNamespaces = objects.filter(({ rules }) => JSON.stringify(rules ?? []).includes('namespaces'));
    expect(seesNamespaces.map(({ kind, metadata }) => [kind, metadata.name.startsWith('foo-sa-')])).toEqual([['ClusterRole', true]]);
  });
});

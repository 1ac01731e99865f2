import { describe, expect, it } from 'vitest';
import { formatReference } from '../../../src/base/kubernetes/object.js';
import { formatFieldPath } from '../../../src/base/manifest/field-path.js';
import { allObjects } from '../../../src/base/rbac/rbac-objects.js';
import type { ProfileName } from '../../../src/olm/render/index.js';
import { originFinder } from '../../../src/review/state/role-origin.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { role } from '../../support/rbac.js';
import { profileState } from '../../support/review.js';
import { serving } from '../../support/serving.js';

const PODS = { serviceAccountName: 'one', rules: [READ_PODS, READ_PODS] };
const NODES = { serviceAccountName: 'two', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }] };

/** Where each role of an operator comes from, one line a rule. */
function origins(
  targets: readonly string[] | undefined,
  profile: ProfileName = 'documented',
  ...more: Parameters<typeof profileState>[1][]
): string[] {
  const state = profileState(
    profile,
    ...['a', 'op'].map((name) => namespace(name)),
    group('op/etcd', targets ? { targets } : {}),
    csv('op/etcd.v1', {
      owns: ['Other.v1.example.com', 'Etcd.v1.example.com'],
      ownsApiServices: profile === 'olm' ? [] : ['Metric.v1.metrics.example.com'],
      ...asking({ permissions: [NODES, PODS], clusterPermissions: [PODS, NODES] }),
    }),
    ...more,
  );
  const originOf = originFinder(state);
  return [...allObjects(state)]
    .filter(({ kind, rules }) => kind.endsWith('Role') && rules)
    .flatMap((object) =>
      (object.rules as unknown[]).map((_, index) => {
        const origin = originOf(object, index);
        const name = `${formatReference({ kind: object.kind, ...object.metadata }).replace(/-\w{20,}$/, '')}[${index}]`;
        return `${name} ← ${origin ? `${formatReference(origin.owner)} ${formatFieldPath(origin.field ?? [])}` : 'itself'}`.trimEnd();
      }),
    );
}

describe('the origin of a role', () => {
  it('is the entry of permissions that it was made of, also of copies', () => {
    expect(origins(['a']).filter((line) => line.includes('v1-one') || line.includes('v1-two'))).toEqual([
      'Role op/etcd.v1-two[0] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[0].rules[0]',
      'Role op/etcd.v1-one[0] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[1].rules[0]',
      'Role op/etcd.v1-one[1] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[1].rules[1]',
      'Role a/etcd.v1-two[0] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[0].rules[0]',
      'Role a/etcd.v1-one[0] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[1].rules[0]',
      'Role a/etcd.v1-one[1] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[1].rules[1]',
    ]);
  });

  it('is the entry of clusterPermissions, or of the permissions that were lifted; the rule added then has no field', () => {
    expect(origins(undefined).filter((line) => line.startsWith('ClusterRole etcd.v1'))).toEqual([
      'ClusterRole etcd.v1[0] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.clusterPermissions[0].rules[0]',
      'ClusterRole etcd.v1[1] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.clusterPermissions[0].rules[1]',
      'ClusterRole etcd.v1[0] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.clusterPermissions[1].rules[0]',
      'ClusterRole etcd.v1-two[0] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[0].rules[0]',
      'ClusterRole etcd.v1-two[1] ← ClusterServiceVersion op/etcd.v1',
      'ClusterRole etcd.v1-one[0] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[1].rules[0]',
      'ClusterRole etcd.v1-one[1] ← ClusterServiceVersion op/etcd.v1 spec.install.spec.permissions[1].rules[1]',
      'ClusterRole etcd.v1-one[2] ← ClusterServiceVersion op/etcd.v1',
    ]);
  });

  it('is the API that the CSV owns', () => {
    const lines = origins(['a']).filter((line) => line.includes('example.com'));
    expect(lines.filter((line) => /-(?:edit|view-crd)\[/.test(line))).toEqual([
      'ClusterRole others.example.com-v1-edit[0] ← ClusterServiceVersion op/etcd.v1 spec.customresourcedefinitions.owned[0]',
      'ClusterRole others.example.com-v1-view-crd[0] ← ClusterServiceVersion op/etcd.v1 spec.customresourcedefinitions.owned[0]',
      'ClusterRole etcds.example.com-v1-edit[0] ← ClusterServiceVersion op/etcd.v1 spec.customresourcedefinitions.owned[1]',
      'ClusterRole etcds.example.com-v1-view-crd[0] ← ClusterServiceVersion op/etcd.v1 spec.customresourcedefinitions.owned[1]',
      'ClusterRole metrics.metrics.example.com-v1-edit[0] ← ClusterServiceVersion op/etcd.v1 spec.apiservicedefinitions.owned[0]',
    ]);
  });

  it('is the CSV whose OperatorCondition it is about', () => {
    expect(origins(['a'], 'olm').filter((line) => line.startsWith('Role op/etcd.v1['))).toEqual([
      'Role op/etcd.v1[0] ← ClusterServiceVersion op/etcd.v1',
    ]);
  });

  it('is of several providers of an API the one whose group it is for', () => {
    const more = [namespace('b'), group('b/rocks', { targets: ['b'] }), csv('b/rocks.v1', { owns: ['Etcd.v1.example.com'] })];
    expect(origins(['a'], 'documented', ...more).filter((line) => line.startsWith('ClusterRole etcds.example.com-v1-view'))).toEqual([
      expect.stringMatching(/-view\S* ← ClusterServiceVersion b\/rocks\.v1 /),
      expect.stringMatching(/-view-crd\S* ← ClusterServiceVersion b\/rocks\.v1 /),
      expect.stringMatching(/-view-\w{8}\S* ← ClusterServiceVersion op\/etcd\.v1 /),
      expect.stringMatching(/-view-crd-\w{8}\S* ← ClusterServiceVersion op\/etcd\.v1 /),
    ]);
  });

  it('is the entry of the very version that it is about', () => {
    const state = profileState('documented', group('op/g'), csv('op/foo', { owns: ['Foo.v1.example.com', 'Foo.v2.example.com'] }));
    const [v2] = state.objects.filter(({ metadata }) => metadata.name === 'foos.example.com-v2-edit');
    expect(v2 && originFinder(state)(v2)?.field).toEqual(['spec', 'customresourcedefinitions', 'owned', 1]);
  });

  it('is known of what no label tells', () => {
    const state = profileState('olm', group('op/g'), serving('op/foo'));
    const [reader] = state.objects.filter(({ metadata }) => metadata.name === 'manager-service-auth-reader');
    expect(reader && originFinder(state)(reader)?.owner).toEqual({ kind: 'ClusterServiceVersion', namespace: 'op', name: 'foo' });
  });

  it('is not what labels of the CSV say', () => {
    const labels = { 'olm.owner': 'innocent', 'olm.owner.kind': 'ClusterServiceVersion', 'operators.coreos.com/x': '' };
    const state = profileState('olm', group('op/g'), csv('op/foo', { labels, ...asking({ permissions: [PODS] }) }));
    const originOf = originFinder(state);
    const owners = state.objects.filter(({ kind }) => kind === 'Role').map((object) => originOf(object)?.owner.name);
    expect(owners).toEqual(['foo', 'foo']);
  });

  it.each([[['a']], [undefined]])('is read back from names and labels where nothing else is known (targets %j)', (targets) => {
    const state = profileState(
      'documented',
      namespace('a'),
      namespace('op'),
      group('op/etcd', targets ? { targets } : {}),
      csv('op/etcd.v1', { owns: ['Etcd.v1.example.com'], ...asking({ permissions: [NODES, PODS], clusterPermissions: [PODS, PODS] }) }),
    );
    const [carried, readBack] = [originFinder(state), originFinder({ cluster: state.cluster, resolution: state.resolution })];
    const roles = [...allObjects(state)].filter(({ kind }) => /Role/.test(kind));
    expect(roles.length).toBeGreaterThan(3 + 4 + 6);
    expect(roles.map((object) => [readBack(object), readBack(object, 1)])).toEqual(
      roles.map((object) => [carried(object), carried(object, 1)]),
    );
  });

  it('is nobody where the role stands for itself', () => {
    const owned = {
      ...role('x', READ_PODS),
      metadata: { name: 'x', labels: { 'olm.owner': 'gone.v1', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'op' } },
    };
    const originOf = originFinder(profileState('documented'));
    expect([originOf(role('a/reader', READ_PODS), 0), originOf(role('reader', READ_PODS))]).toEqual([undefined, undefined]);
    expect(originOf(owned, 0)).toEqual({ owner: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'gone.v1' } });
  });
});

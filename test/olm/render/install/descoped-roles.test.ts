import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import {
  type Descoped,
  descopedPermissions,
  descopedRoles,
  hasStatus,
  withoutAggregation,
} from '../../../../src/olm/render/install/descoped-roles.js';
import { install } from '../../../../src/olm/render/install/generators.js';
import { DOCUMENTED_INSTALL } from '../../../../src/olm/render/install/rules.js';
import { crdOf } from '../../../support/crd-pairs.js';
import { crd, deployment, installation, registry } from '../../../support/registry.js';
import { permission } from '../../../support/v1.js';

const withStatus = crd('plans.example.com', { versions: [{ name: 'v1', subresources: { status: {} } }] });
const bundle = registry({ modes: [], permissions: [permission('s')], ownedCRDs: [{ name: 'plans.example.com' }], crds: [withStatus] });
const scaler = (targets: string[] = [], of = bundle): Descoped => ({
  csv: of.csv,
  namespace: 'ops',
  targets,
  customResourceDefinitions: of.customResourceDefinitions,
});
const names = (objects: readonly KubernetesObject[]): string[] =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name.replace(/-[0-9a-z]{8}$/, '-h')}`);

const D1 = [
  'ClusterRole /s-required-perms-h',
  'RoleBinding ops/s-required-perms-h',
  'ClusterRole /s-status-h',
  'ClusterRoleBinding /s-status-h',
];

describe('a descoped operator', () => {
  it('D1: without a group does its work in its own namespace, and reads its API everywhere', () => {
    const [role, binding, status] = descopedRoles(scaler());
    expect(names(descopedRoles(scaler()))).toEqual(D1);
    expect(role?.rules).toEqual(permission('s').rules);
    expect(binding).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: role?.metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: 's', namespace: 'ops' }],
    });
    expect(status?.rules).toEqual([
      { apiGroups: ['example.com'], resources: ['plans'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['example.com'], resources: ['plans/status'], verbs: ['get', 'update', 'patch'] },
    ]);
  });

  it('D2: is bound in the targets of its group, which its pods are told', () => {
    expect(names(descopedRoles(scaler(['a', 'b'])))).toEqual([
      D1[0],
      D1[1],
      'RoleBinding a/s-required-perms-h',
      'RoleBinding b/s-required-perms-h',
      D1[2],
      D1[3],
    ]);
    const made = install(
      { ...installation({ ...bundle, csv: { ...bundle.csv, deployments: [deployment()] } }, 'ops', ['a', 'b']), isDescoped: true },
      DOCUMENTED_INSTALL,
    );
    expect(made.find(({ object }) => object.kind === 'Deployment')?.object.spec).toMatchObject({
      template: { metadata: { annotations: { 'olm.targetNamespaces': 'a,b' } } },
    });
  });

  it('D3, D4: a target more or less is one RoleBinding more or less, and nothing else', () => {
    const without = (all: readonly KubernetesObject[], some: readonly KubernetesObject[]): string[] =>
      names(all.filter((object) => !some.some((other) => JSON.stringify(other) === JSON.stringify(object))));
    const [one, two, three] = [['a'], ['a', 'b'], ['a', 'b', 'c']].map((targets) => descopedRoles(scaler(targets)));
    expect(without(three ?? [], two ?? [])).toEqual(['RoleBinding c/s-required-perms-h']);
    expect(without(two ?? [], one ?? [])).toEqual(['RoleBinding b/s-required-perms-h']);
    expect(without(one ?? [], two ?? [])).toEqual([]);
  });

  it('D5: that several groups name is bound once in each namespace', () => {
    expect(names(descopedRoles(scaler(['a', 'b', 'a', 'ops'])))).toEqual(names(descopedRoles(scaler(['a', 'b']))));
  });

  it('D6: in a global group is bound in the whole cluster, without a rule that its author did not write', () => {
    const made = descopedRoles(scaler(['']));
    expect(names(made)).toEqual([D1[0], 'ClusterRoleBinding /s-required-perms-h', D1[2], D1[3]]);
    expect(made[0]?.rules).toEqual(permission('s').rules);
  });

  it('D8: with two accounts has roles for each; those of an account with several are optional', () => {
    const two = registry({ permissions: [permission('s'), permission('t', 'a'), permission('t', 'b')] });
    expect(
      descopedPermissions({ csv: two.csv, namespace: 'ops' }).map(({ account, role, isRequired }) => [
        account,
        role.replace(/[0-9a-z]{8}$/, 'h'),
        isRequired,
      ]),
    ).toEqual([
      ['s', 's-required-perms-h', true],
      ['t', 't-perms-h', false],
      ['t', 't-perms-h', false],
    ]);
    expect(new Set(descopedPermissions({ csv: two.csv, namespace: 'ops' }).map(({ role }) => role)).size).toBe(3);
    const bound = descopedRoles(scaler(['a'], two)).filter(({ kind }) => kind === 'RoleBinding');
    expect(bound.map(({ metadata, subjects }) => [metadata.namespace, (subjects as { name: string }[])[0]?.name])).toEqual([
      ['ops', 's'],
      ['a', 's'],
      ['ops', 't'],
      ['a', 't'],
      ['ops', 't'],
      ['a', 't'],
    ]);
  });

  it('D9: gives its API to nobody who was not bound, where that is asked for', () => {
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-admin': 'true', other: 'x' };
    const role = { apiVersion: 'v1', kind: 'ClusterRole', metadata: { name: 'n', labels } };
    expect(withoutAggregation(role).metadata).toEqual({ name: 'n', labels: { other: 'x' } });
    expect(withoutAggregation({ ...role, metadata: { name: 'n' } }).metadata).toEqual({ name: 'n' });
  });

  it('D12: keeps the names of its roles and its bindings when its rules change', () => {
    const v2 = registry({ ...bundle.csv, name: 'db.v2.0.0', permissions: [permission('s', 'nodes')], crds: [withStatus], modes: [] });
    const [before, after] = [descopedRoles(scaler(['a'])), descopedRoles(scaler(['a'], v2))];
    expect(after.filter(({ kind }) => kind.endsWith('Binding'))).toEqual(before.filter(({ kind }) => kind.endsWith('Binding')));
    expect(after[0]).toEqual({ ...before[0], rules: permission('s', 'nodes').rules });
  });

  it('D13: reports no status where its CRD has none', () => {
    const plain = registry({ ...bundle.csv, crds: [crdOf({ v1: {} })], ownedCRDs: [{ name: 'databases.db.example.com' }] });
    expect(hasStatus('databases.db.example.com', plain)).toBe(false);
    const status = descopedRoles(scaler([], plain)).find(({ metadata }) => metadata.name.startsWith('s-status'));
    expect(status?.rules).toEqual([{ apiGroups: ['db.example.com'], resources: ['databases'], verbs: ['get', 'list', 'watch'] }]);
  });
});

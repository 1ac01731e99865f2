import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { MONITORING_ROLES } from '../../../src/olm/model/platform.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { clusterOf, csv, group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { names, renderAll } from '../../support/render.js';

const clusterRole = (name: string, labels: Record<string, string> = {}): KubernetesObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name, labels },
  rules: [],
});

const clusterRoles = (objects: readonly KubernetesObject[]): string[] =>
  objects.filter(({ kind }) => kind === 'ClusterRole').map(({ metadata }) => metadata.name);

describe('a ClusterRole that would take over one of Kubernetes’ own', () => {
  it('is not rendered for a group named cluster, whose other roles are', () => {
    const { objects, findings } = renderAll(group('op/cluster'));
    expect(clusterRoles(objects)).toEqual(['cluster-edit', 'cluster-view']);
    expect(findings).toEqual([
      {
        id: 'cluster-role-name-reserved',
        severity: 'error',
        subject: { kind: 'OperatorGroup', namespace: 'op', name: 'cluster' },
        message: "cluster-admin is one of Kubernetes' own ClusterRoles, which the rendered one would overwrite; it is not rendered",
        fix: 'rename OperatorGroup op/cluster',
        related: [{ kind: 'ClusterRole', name: 'cluster-admin' }],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });

  it('is not rendered for two groups named cluster either', () => {
    const { objects, findings } = renderAll(group('a/cluster'), group('b/cluster'));
    expect(clusterRoles(objects)).toEqual([]);
    expect(findings.map(({ id, related }) => [id, related[0]?.name])).toEqual([
      ['cluster-role-name-reserved', 'cluster-admin'],
      ['operator-group-name-shared', 'cluster-edit'],
    ]);
  });
});

describe('the ClusterRoles of two groups of one name in two namespaces', () => {
  const { objects, findings } = renderAll(group('a/etcd', { targets: ['a'] }), group('b/etcd', { targets: ['b'] }), group('c/other'));

  it('are rendered for neither, and those of other groups are', () => {
    expect(clusterRoles(objects)).toEqual(['other-admin', 'other-edit', 'other-view']);
  });

  it('are one finding that names both groups and all their roles', () => {
    expect(findings).toEqual([
      {
        id: 'operator-group-name-shared',
        severity: 'error',
        subject: { kind: 'OperatorGroup', namespace: 'a', name: 'etcd' },
        message:
          'OperatorGroup a/etcd and OperatorGroup b/etcd need ClusterRoles of the same names, etcd-admin, etcd-edit and etcd-view, which are not rendered',
        fix: 'give the objects names that are unique in the whole cluster',
        related: [
          ...['admin', 'edit', 'view'].map((suffix) => ({ kind: 'ClusterRole', name: `etcd-${suffix}` })),
          { kind: 'OperatorGroup', namespace: 'b', name: 'etcd' },
        ],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });

  it('are a finding of their own for each name', () => {
    const { findings: both } = renderAll(group('a/etcd'), group('a/x'), group('b/etcd'), group('b/x'));
    expect(both.map(({ id, subject }) => [id, subject.name])).toEqual([
      ['operator-group-name-shared', 'etcd'],
      ['operator-group-name-shared', 'x'],
    ]);
  });

  it('do not keep the groups themselves from being rendered', () => {
    expect(names(objects)).toEqual(expect.arrayContaining(['OperatorGroup a/etcd', 'OperatorGroup b/etcd']));
  });
});

describe('one API in two groups', () => {
  it('is no clash: the second group’s roles have names of their own', () => {
    const foo = { owns: ['Foo.v1.example.com'] };
    const { objects, findings } = renderAll(
      group('a/a', { targets: ['a'] }),
      csv('a/foo', foo),
      group('b/b', { targets: ['b'] }),
      csv('b/foo', foo),
    );
    expect(findings).toEqual([]);
    expect(new Set(clusterRoles(objects)).size).toBe(2 * 3 + 2 * 4);
  });
});

describe('a ClusterRole that a bundle brings', () => {
  const clashesOf = (others: readonly KubernetesObject[]) => {
    const objects = [namespace('op'), group('op/etcd'), subscription('op/etcd', { channel: 'stable' })];
    const documents = objects.map((value, document) => ({ value, source: { file: 'test', document, path: [] } }));
    const { cluster, problems } = desiredCluster(documents, { bundles: [bundle('etcd/0.9.4', { others })] });
    expect(problems).toEqual([]);
    return evaluate(cluster, { profile: 'documented' }).findings.filter(({ id }) => id === 'cluster-role-name-taken');
  };

  it('is not overwritten by a group’s', () => {
    expect(clashesOf([clusterRole('etcd-edit')])).toEqual([
      {
        id: 'cluster-role-name-taken',
        severity: 'error',
        subject: { kind: 'OperatorGroup', namespace: 'op', name: 'etcd' },
        message:
          'the bundle of ClusterServiceVersion op/etcd.v0.9.4 contains a ClusterRole etcd-edit, which the rendered one would overwrite; it is not rendered',
        fix: 'rename OperatorGroup op/etcd',
        related: [
          { kind: 'ClusterRole', name: 'etcd-edit' },
          { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v0.9.4' },
        ],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });

  it('does not matter where it is of another kind or group, or has no name', () => {
    const others = [
      { ...clusterRole('etcd-edit'), kind: 'ClusterRoleBinding' },
      { ...clusterRole('etcd-edit'), apiVersion: 'example.com/v1' },
      { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' } as KubernetesObject,
    ];
    expect(clashesOf(others)).toEqual([]);
  });
});

// openshift/cluster-monitoring-operator, assets/cluster-monitoring-operator/monitoring-edit-cluster-role.yaml.
describe("a ClusterRole of OpenShift's monitoring", () => {
  const found = (isOpenShift: boolean, others: readonly KubernetesObject[], groupName: string) => {
    const objects = [namespace('op'), group(`op/${groupName}`), subscription('op/etcd', { channel: 'stable' })];
    const documents = objects.map((value, document) => ({ value, source: { file: 'test', document, path: [] } }));
    const { cluster } = desiredCluster(documents, { bundles: [bundle('etcd/0.9.4', { others })] });
    const { findings } = evaluate({ ...cluster, isOpenShift }, { profile: 'documented' });
    return findings.filter(({ id }) => id === 'cluster-role-name-taken').map(({ subject, message }) => `${subject.kind}: ${message}`);
  };

  it.each([...MONITORING_ROLES])('is overwritten by a bundle that brings %s', (name) => {
    expect(found(true, [clusterRole(name)], 'g')).toEqual([
      `ClusterServiceVersion: the bundle contains a ClusterRole ${name}, which OpenShift's monitoring owns: both overwrite it again and again`,
    ]);
    expect(found(false, [clusterRole(name)], 'g')).toEqual([]);
  });

  it('is not overwritten by that of an OperatorGroup called monitoring', () => {
    expect(found(true, [], 'monitoring')).toEqual([
      "OperatorGroup: OpenShift's monitoring owns the ClusterRole monitoring-edit, which the rendered one would overwrite; it is not rendered",
    ]);
    expect(found(false, [], 'monitoring')).toEqual([]);
  });
});

describe('a ClusterRole of the input', () => {
  it('is not overwritten by a group’s', () => {
    const { objects, findings } = renderAll(group('op/etcd'), clusterRole('etcd-admin'));
    expect(clusterRoles(objects)).toEqual(['etcd-edit', 'etcd-view']);
    expect(findings).toEqual([
      {
        id: 'cluster-role-name-taken',
        severity: 'error',
        subject: { kind: 'OperatorGroup', namespace: 'op', name: 'etcd' },
        message: 'the input contains a ClusterRole etcd-admin, which the rendered one would overwrite; it is not rendered',
        fix: 'rename the ClusterRole of the input or OperatorGroup op/etcd',
        related: [{ kind: 'ClusterRole', name: 'etcd-admin' }],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });

  it('is not overwritten by a per-API role, which no other name of the CSV would help', () => {
    const { findings } = renderAll(
      group('op/etcd'),
      csv('op/foo', { owns: ['Foo.v1.example.com'] }),
      clusterRole('foos.example.com-v1-view'),
    );
    expect(findings.map(({ id, subject, fix }) => [id, subject, fix])).toEqual([
      ['cluster-role-name-taken', { kind: 'ClusterServiceVersion', namespace: 'op', name: 'foo' }, 'rename the ClusterRole of the input'],
    ]);
  });

  it('of another group of that name is a stranger', () => {
    const others = { 'olm.managed': 'true', 'olm.owner': 'etcd', 'olm.owner.kind': 'OperatorGroup', 'olm.owner.namespace': 'elsewhere' };
    expect(renderAll(group('op/etcd'), clusterRole('etcd-admin', others)).findings).toHaveLength(1);
  });

  it('that an earlier rendering made is no stranger', () => {
    const given = [group('op/etcd'), csv('op/foo', { owns: ['Foo.v1.example.com'] })];
    const first = renderAll(...given);
    const made = first.objects.filter(({ kind }) => kind === 'ClusterRole');
    expect(made).toHaveLength(3 + 4);
    expect(renderAll(...given, ...made)).toEqual(first);
  });
});

describe('a copied CSV that claims by its labels to belong to another object', () => {
  it('is named as what it is', () => {
    const labels = { 'olm.owner': 'innocent', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'kube-system' };
    const { findings } = renderAll(
      namespace('team'),
      group('a/a', { targets: ['team'] }),
      csv('a/foo'),
      group('b/b', { targets: ['team'] }),
      csv('b/foo', { labels }),
    );
    expect(findings.map(({ id, subject }) => [id, subject])).toEqual([
      ['object-name-shared', { kind: 'ClusterServiceVersion', namespace: 'b', name: 'foo' }],
    ]);
  });
});

describe('groups of one name in two namespaces, with OLM before v0.26', () => {
  const rolesOf = (...objects: readonly KubernetesObject[]) =>
    evaluate(clusterOf(...objects), { olmVersion: 'v0.22' }).rendered.filter(({ object }) => object.metadata.name.startsWith('team-'));
  const member = (where: string, api: string) => csv(`${where}/${api.toLowerCase()}.v1`, { owns: [`${api}.v1.example.com`] });

  it('end with what every order of OLM leaves: the labels and selectors that both have', () => {
    const groups = [group('a/team', { targets: ['a'] }), group('b/team', { targets: ['b'] })];
    const rendered = rolesOf(...groups, member('a', 'Foo'), member('a', 'Bar'), member('b', 'Foo'));
    expect(rendered.map(({ object }) => object.metadata)).toEqual(
      ['admin', 'edit', 'view'].map((role) => ({
        name: `team-${role}`,
        labels: { 'olm.owner': 'team', 'olm.owner.kind': 'OperatorGroup' },
      })),
    );
    const selectors = rendered.map(
      ({ object }) => (object.aggregationRule as { clusterRoleSelectors: unknown[] } | undefined)?.clusterRoleSelectors.length,
    );
    expect(selectors).toEqual([1, 1, 1]);
    expect(rolesOf(...groups, member('a', 'Foo')).map(({ object }) => object.aggregationRule)).toEqual([undefined, undefined, undefined]);
  });
});

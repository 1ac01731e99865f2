import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { copiedCsvs } from '../../../src/olm/render/cluster-service-versions.js';
import { csv, group, namespace } from '../../support/build.js';
import { table } from '../../support/golden.js';
import { contextOf, generate, names } from '../../support/render.js';

const toTeam = group('op/group', { targets: ['team'] });
const GROUP_ANNOTATIONS = { 'olm.operatorGroup': 'group', 'olm.operatorNamespace': 'op', 'olm.operatorGroupNamespace': 'op' };

/** The copy in the namespace team. */
function copyOf(given: KubernetesObject): KubernetesObject {
  const [only] = generate(copiedCsvs, namespace('team'), toTeam, given);
  return only as KubernetesObject;
}

describe('a copied CSV', () => {
  it('tells the users of a target namespace which operator watches it, and where it runs', () => {
    const given = csv('op/foo.v1', { labels: { a: 'b' }, annotations: { capabilities: 'Basic Install' }, owns: ['Foo.v1.example.com'] });
    expect(copyOf(given)).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: {
        name: 'foo.v1',
        namespace: 'team',
        labels: { a: 'b', 'olm.copiedFrom': 'op' },
        annotations: { capabilities: 'Basic Install', ...GROUP_ANNOTATIONS },
      },
      spec: given.spec,
      status: { phase: 'Succeeded', reason: 'Copied', message: 'The operator is running in op but is managing this namespace' },
    });
  });

  it('does not tell one tenant of the others', () => {
    const copies = generate(copiedCsvs, namespace('a'), namespace('b'), group('op/group', { targets: ['a', 'b'] }), csv('op/foo.v1'));
    expect(names(copies)).toEqual(['ClusterServiceVersion a/foo.v1', 'ClusterServiceVersion b/foo.v1']);
    for (const { metadata } of copies) expect(metadata.annotations).toEqual(GROUP_ANNOTATIONS);
  });

  it.each(
    table<
      {
        name: string;
        in: { metadata: { name: string; namespace: string; labels: Record<string, string>; annotations: Record<string, string> } };
        want: { metadata: { name: string; labels: unknown; annotations: Record<string, string> }; status: object };
      }[]
    >('csv-copy-prototype'),
  )('has the labels, annotations and status that OLM gives it: $name', ({ in: { metadata }, want }) => {
    const { namespace: from, name, labels, annotations } = metadata;
    const [copy] = generate(
      copiedCsvs,
      namespace('team'),
      group(`${from}/group`, { targets: ['team'] }),
      csv(`${from}/${name}`, { labels, annotations }),
    );
    const groupAnnotations = { 'olm.operatorGroup': 'group', 'olm.operatorNamespace': from, 'olm.operatorGroupNamespace': from };
    expect(copy?.metadata).toEqual({
      ...want.metadata,
      namespace: 'team',
      annotations: { ...want.metadata.annotations, ...groupAnnotations },
    });
    expect(copy?.status).toEqual({ phase: 'Succeeded', ...want.status });
  });

  it.each([
    'app.kubernetes.io/instance',
    'argocd.argoproj.io/instance',
    'argocd.argoproj.io/tracking-id',
    'argocd.argoproj.io/sync-wave',
    'kustomize.toolkit.fluxcd.io/name',
    'kustomize.toolkit.fluxcd.io/namespace',
    'helm.toolkit.fluxcd.io/name',
    'meta.helm.sh/release-name',
  ])('does not carry %s, by which a GitOps tool would take it for its own and prune it', (key) => {
    const copy = copyOf(csv('op/foo.v1', { labels: { [key]: 'prod', team: 'a' }, annotations: { [key]: 'prod', note: 'x' } }));
    expect(copy.metadata.labels).toEqual({ team: 'a', 'olm.copiedFrom': 'op' });
    expect(copy.metadata.annotations).toEqual({ note: 'x', ...GROUP_ANNOTATIONS });
  });

  it('keeps other labels of the same prefixes', () => {
    const labels = { 'app.kubernetes.io/name': 'foo', 'app.kubernetes.io/instance-of': 'x', 'example.com/argocd.argoproj.io': 'y' };
    expect(copyOf(csv('op/foo.v1', { labels })).metadata.labels).toEqual({ ...labels, 'olm.copiedFrom': 'op' });
  });

  it('carries the phase of its source', () => {
    expect(copyOf(csv('op/foo.v1', { requires: ['Missing.v1.example.com'] })).status).toMatchObject({ phase: 'Pending', reason: 'Copied' });
  });

  it('has neither finalizers nor owners nor fields of the API server', () => {
    const given = csv('op/foo.v1', { created: '2024-01-01T00:00:00Z' });
    const copy = copyOf({
      ...given,
      metadata: { ...given.metadata, uid: 'u', finalizers: ['x'], ownerReferences: [{}], generateName: 'y' },
    });
    expect(copy).toEqual(copyOf(csv('op/foo.v1')));
  });

  it('is described once, whatever the number of namespaces', () => {
    const many = Array.from({ length: 50 }, (_, index) => namespace(`t${index}`, { tenant: 'a' }));
    const copied = copiedCsvs(contextOf(...many, group('op/group', { selector: { matchLabels: { tenant: 'a' } } }), csv('op/foo.v1')));
    expect(copied.map(({ copies }) => copies?.namespaces.length)).toEqual([50]);
  });
});

describe('CSVs are copied', () => {
  it('into every target namespace that exists but their own', () => {
    const targets = group('op/group', { targets: ['op', 'a', 'missing'] });
    expect(names(generate(copiedCsvs, namespace('a'), namespace('b'), targets, csv('op/foo.v1')))).toEqual([
      'ClusterServiceVersion a/foo.v1',
    ]);
  });

  it('into every namespace but their own where the group is global', () => {
    expect(names(generate(copiedCsvs, namespace('a'), namespace('b'), group('op/group'), csv('op/foo.v1')))).toEqual([
      'ClusterServiceVersion a/foo.v1',
      'ClusterServiceVersion b/foo.v1',
    ]);
  });

  it('not where an original of the same name stands', () => {
    const objects = [namespace('b'), group('op/group'), csv('op/foo.v1'), group('a/own', { targets: ['a'] }), csv('a/foo.v1')];
    expect(names(generate(copiedCsvs, ...objects))).toEqual(['ClusterServiceVersion b/foo.v1']);
  });

  it.each([
    ['not a member', []],
    ['failed', [group('op/group', { targets: ['team'] }), group('op/second')]],
    ['never synced', [group('op/group', { targets: ['team'], serviceAccountName: 'nobody' })]],
  ])('not when they are %s', (_, groups) => {
    expect(generate(copiedCsvs, namespace('team'), ...groups, csv('op/foo.v1'))).toEqual([]);
  });
});

describe('OLMConfig disableCopiedCSVs', () => {
  const config = (spec: object): KubernetesObject => ({
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OLMConfig',
    metadata: { name: 'cluster' },
    ...spec,
  });
  const copies = (...objects: KubernetesObject[]): string[] => names(generate(copiedCsvs, namespace('team'), csv('op/foo.v1'), ...objects));

  it.each(table<{ name: string; in: object | null; want: boolean }[]>('olmconfig-copied-csvs'))(
    'copies of a global group’s CSVs are made: $want ($name)',
    ({ in: given, want }) => {
      expect(copies(group('op/group'), ...(given ? [config(given)] : []))).toEqual(want ? ['ClusterServiceVersion team/foo.v1'] : []);
    },
  );

  it('does not keep a group with targets of its own from copying', () => {
    expect(copies(toTeam, config({ spec: { features: { disableCopiedCSVs: true } } }))).toEqual(['ClusterServiceVersion team/foo.v1']);
  });
});

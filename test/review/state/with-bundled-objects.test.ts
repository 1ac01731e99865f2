import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { riskFinders } from '../../../src/review/rules/index.js';
import type { State } from '../../../src/review/state/state.js';
import { withBundledObjects } from '../../../src/review/state/with-bundled-objects.js';
import { crd, csv, group, namespace } from '../../support/build.js';
import { bind, role, rule } from '../../support/rbac-in-short.js';
import { stateOf } from '../../support/states.js';

const { risksOf } = riskFinders();

/** A state whose one CSV comes from a bundle with these manifests. */
function sideWith(...others: readonly KubernetesObject[]): State {
  const state = stateOf(namespace('op'), group('op/g'), csv('op/etcd.v1', { owns: ['Etcd.v1.example.com'] }), role('mine', []));
  const bundle = {
    name: 'etcd.v1',
    channels: [],
    csv: csv('op/etcd.v1'),
    customResourceDefinitions: [crd('Etcd.v1.example.com')],
    others,
    dependencies: [],
    source: { file: 'bundles/etcd.yaml', document: 0, path: [] },
    sources: new Map(others.map((object, index) => [object, { file: `bundles/${index}.yaml`, document: 0, path: [] }])),
  } satisfies Bundle;
  const csvs = state.resolution.csvs.map((resolved) => ({ ...resolved, csv: { ...resolved.csv, bundle } }));
  return { ...state, resolution: { ...state.resolution, csvs } };
}

const added = (state: State) => withBundledObjects(state).objects.slice(state.objects.length);
const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, data: { key: 'eA==' } };

describe('what a bundle brings', () => {
  it('stands in the namespace of the CSV, but for what belongs to none', () => {
    const [reader, inRole] = [role('reader', [rule('get', 'pods')]), { ...role('elsewhere/r', []), kind: 'Role' }];
    expect(added(sideWith(reader, inRole, secret))).toEqual([
      reader,
      { ...inRole, metadata: { namespace: 'op', name: 'r' } },
      { ...secret, metadata: { namespace: 'op', name: 'key' } },
      crd('Etcd.v1.example.com'),
    ]);
  });

  it('is found in the files of the bundle', () => {
    const { placeOf } = withBundledObjects(sideWith(role('reader', []), secret));
    expect(placeOf({ kind: 'ClusterRole', name: 'reader' })).toEqual({ file: 'bundles/0.yaml' });
    expect(placeOf({ kind: 'Secret', namespace: 'op', name: 'key' })).toEqual({ file: 'bundles/1.yaml' });
    expect(placeOf({ kind: 'CustomResourceDefinition', name: 'etcds.example.com' })).toEqual({ file: 'bundles/etcd.yaml' });
    expect(placeOf({ kind: 'ClusterRole', name: 'mine' })).toEqual({ file: 'ClusterRole/mine' });
  });

  it('does not take the place of what the state has', () => {
    expect(added(sideWith(role('mine', [rule('*', '*', '*')]))).map(({ kind }) => kind)).toEqual(['CustomResourceDefinition']);
  });

  it('is left out where it is of no use, or in disorder', () => {
    const strange = [
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } },
      { apiVersion: 'example.com/v1', kind: 'Role', metadata: { name: 'a' } },
      { apiVersion: 'example.com/v1', kind: 'Secret', metadata: { name: 'a' } },
      { ...role('a', []), rules: 'all' },
      { ...bind('a', 'view'), roleRef: null },
      { ...role('a', []), metadata: null },
      { ...role('a', []), metadata: { name: 5 } },
      { ...role('a', []), apiVersion: 5 },
    ] as unknown as KubernetesObject[];
    expect(added(sideWith(...strange)).map(({ kind }) => kind)).toEqual(['CustomResourceDefinition']);
  });

  it('is a risk like any other', () => {
    const extra = role('extra', [rule('get', 'secrets')], { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' });
    const objects = [extra, role('view', []), bind('b', 'cluster-admin', 'ServiceAccount op/etcd'), secret];
    expect(risksOf(withBundledObjects(sideWith(...objects))).map(({ id, place }) => [id, place?.file])).toEqual([
      ['all-rights', 'bundles/2.yaml'],
      ['role-name-takeover', 'bundles/1.yaml'],
      ['secret-in-input', 'bundles/3.yaml'],
    ]);
  });
});

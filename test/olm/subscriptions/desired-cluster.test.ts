import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { csv, group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { needing, resolvedCluster } from '../../support/resolved-cluster.js';

/** The CSVs of a cluster, and what needs them. */
function csvs(objects: readonly KubernetesObject[], bundles: readonly Bundle[], options = {}): Record<string, unknown> {
  const { clusterServiceVersions } = resolvedCluster([namespace('op'), group('op/group'), ...objects], bundles, options);
  return Object.fromEntries(clusterServiceVersions.map(({ name, neededBy }) => [name, neededBy]));
}

const ETCD = needing(bundle('etcd/1.0.0'), 'storage');
const STORAGE = [bundle('storage/1.0.0'), bundle('storage/1.1.0', { replaces: 'storage.v1.0.0' })];

describe('what a Subscription brings', () => {
  it('is its bundle, and what that needs', () => {
    expect(csvs([subscription('op/etcd')], [ETCD, ...STORAGE])).toEqual({ 'etcd.v1.0.0': undefined, 'storage.v1.1.0': ['etcd.v1.0.0'] });
  });

  it('is what an API is needed of, and what that needs in turn', () => {
    const needy = bundle('etcd/1.0.0', { requires: ['Disk.v1.example.com'] });
    const disks = needing(bundle('disks/1.0.0', { owns: ['Disk.v1.example.com'] }), 'storage');
    expect(csvs([subscription('op/etcd')], [needy, disks, ...STORAGE])).toEqual({
      'disks.v1.0.0': ['etcd.v1.0.0'],
      'etcd.v1.0.0': undefined,
      'storage.v1.1.0': ['disks.v1.0.0'],
    });
  });

  it('is its bundle alone for those who add dependencies by hand', () => {
    expect(csvs([subscription('op/etcd')], [ETCD, ...STORAGE], { dependencies: false })).toEqual({ 'etcd.v1.0.0': undefined });
  });

  it('is what its metadata/properties.yaml requires', () => {
    const constraint = { type: 'olm.constraint', value: { package: { packageName: 'storage', versionRange: '<1.1.0' } } };
    const pinned = subscription('op/etcd', { startingCSV: 'etcd.v1.0.0' });
    const storage = [bundle('storage/1.0.0'), bundle('storage/1.1.0', { replaces: 'storage.v1.0.0' })];
    expect(csvs([pinned], [{ ...bundle('etcd/1.0.0'), properties: [constraint] }, ...storage])).toEqual({
      'etcd.v1.0.0': undefined,
      'storage.v1.0.0': ['etcd.v1.0.0'],
    });
  });

  it('is an operator with a label that it depends on', () => {
    const label = { type: 'olm.label', value: { label: 'stone' } };
    const stone = { ...bundle('storage/1.0.0'), properties: [label] };
    expect(csvs([subscription('op/etcd')], [{ ...bundle('etcd/1.0.0'), dependencies: [label] }, stone])).toEqual({
      'etcd.v1.0.0': undefined,
      'storage.v1.0.0': ['etcd.v1.0.0'],
    });
  });

  it('is nothing that another Subscription asks for, in the version that fits', () => {
    const pinned = subscription('op/storage', { startingCSV: 'storage.v1.0.0' });
    expect(csvs([subscription('op/etcd'), pinned], [ETCD, ...STORAGE])).toEqual({ 'etcd.v1.0.0': undefined, 'storage.v1.0.0': undefined });
  });

  it('is nothing that the namespace has', () => {
    const there = csv('op/storage.v1.0.0', { spec: { version: '1.0.0' } });
    const installed = subscription('op/storage', { status: { installedCSV: 'storage.v1.0.0' } });
    expect(csvs([subscription('op/etcd'), installed, there], [ETCD, ...STORAGE])).toEqual({
      'etcd.v1.0.0': undefined,
      'storage.v1.0.0': undefined,
    });
  });

  it('is what it asks for, where nothing meets the need', () => {
    expect(csvs([subscription('op/etcd')], [ETCD])).toEqual({ 'etcd.v1.0.0': undefined });
  });
});

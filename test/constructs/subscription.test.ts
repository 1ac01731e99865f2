import { Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { Catalog } from '../../src/constructs/catalog.js';
import { OlmCluster } from '../../src/constructs/olm-cluster.js';
import { OperatorGroup } from '../../src/constructs/operator-group.js';
import { Subscription, type SubscriptionProps } from '../../src/constructs/subscription.js';
import { TargetNamespaces } from '../../src/constructs/target-namespaces.js';
import { bundleFiles, catalogBlobs, catalogText } from '../support/bundle-files.js';
import { folderOf } from '../support/files.js';

const NEEDS = 'dependencies:\n- type: olm.package\n  value:\n    packageName: storage\n    version: ">=1.0.0"\n';
const BLOBS = catalogBlobs('etcd', { stable: [{ name: 'etcd.v1.0.0' }, { name: 'etcd.v1.1.0', replaces: 'etcd.v1.0.0' }] });

/** The CSVs that a Subscription comes to with a catalog of these files. */
function csvs(files: Readonly<Record<string, string>>, props: SubscriptionProps, dependencies = true): string[] {
  const cluster = new OlmCluster(Testing.app(), 'prod', { dependencies });
  new Catalog(cluster, 'community', { path: folderOf(files) });
  new Subscription(new OperatorGroup(cluster, 'op', { targets: TargetNamespaces.all() }), 'etcd', props);
  return cluster.resolution.csvs.map(({ csv, verdict }) => `${csv.name} ${verdict.phase}`);
}

describe('a Subscription', () => {
  const catalog = { 'index.json': catalogText(BLOBS) };

  it('brings the head of its channel, resolved at synth', () => {
    expect(csvs(catalog, { package: 'etcd', channel: 'stable' })).toEqual(['etcd.v1.1.0 Succeeded']);
  });

  it('starts where it says', () => {
    expect(csvs(catalog, { package: 'etcd', startingCSV: 'etcd.v1.0.0', approval: 'Manual' })).toEqual(['etcd.v1.0.0 Succeeded']);
  });

  it('brings what its operator needs, unless the cluster leaves that out', () => {
    const files = { ...bundleFiles('etcd/1.0.0'), 'etcd/1.0.0/metadata/dependencies.yaml': NEEDS, ...bundleFiles('storage/1.0.0') };
    expect(csvs(files, { package: 'etcd' })).toEqual(['etcd.v1.0.0 Succeeded', 'storage.v1.0.0 Succeeded']);
    expect(csvs(files, { package: 'etcd' }, false)).toEqual(['etcd.v1.0.0 Succeeded']);
  });

  it('of an unknown package is bad input, with the names that come closest', () => {
    expect(() => csvs(catalog, { package: 'etc' })).toThrow('PACKAGE_NOT_FOUND');
  });

  it('is in the namespace of a group that the app does not declare', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod', { platform: 'openshift' });
    new Catalog(cluster, 'community', { path: folderOf(catalog) });
    const group = OperatorGroup.fromOperatorGroupName(cluster, 'global', 'global-operators', { namespace: 'openshift-operators' });
    new Subscription(group, 'etcd', { package: 'etcd' });
    expect(cluster.resolution.csvs.map(({ csv, group: of }) => [csv.namespace, csv.name, of?.group.name])).toContainEqual([
      'openshift-operators',
      'etcd.v1.1.0',
      'global-operators',
    ]);
  });

  it('needs a catalog', () => {
    const group = new OperatorGroup(new OlmCluster(Testing.app(), 'prod'), 'op', { targets: TargetNamespaces.all() });
    expect(() => new Subscription(group, 'etcd', { package: 'etcd' })).toThrow('name the catalog');
  });

  it('stands in any construct inside of its group, as other constructs do', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    new Catalog(cluster, 'community', { path: folderOf(catalog) });
    const group = new OperatorGroup(cluster, 'op', { targets: TargetNamespaces.all() });
    const subscription = new Subscription(new Construct(group, 'databases'), 'main', { package: 'etcd' });
    expect(subscription.node.path).toBe('prod/op/databases/main');
    expect(cluster.resolution.csvs.map(({ csv }) => `${csv.namespace}/${csv.name}`)).toEqual(['op/etcd.v1.1.0']);
  });

  it('takes the catalog that it names', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    const [one, other] = ['one', 'other'].map((id) => {
      const name = `etcd.v${id === 'one' ? '1' : '2'}.0.0`;
      return new Catalog(cluster, id, { path: folderOf({ 'index.json': catalogText(catalogBlobs('etcd', { stable: [{ name }] })) }) });
    });
    const group = new OperatorGroup(cluster, 'op', { targets: TargetNamespaces.all() });
    new Subscription(group, 'etcd', { package: 'etcd', ...(other ? { catalog: other } : {}) });
    expect(one?.namespace).toBe('olm');
    expect(cluster.resolution.csvs.map(({ csv }) => csv.name)).toEqual(['etcd.v2.0.0']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../../src/olm/model/cluster.js';
import { asGiven } from '../../../src/olm/resolver/resolver-cluster.js';
import { readCsv } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { chain, offered, resolverCluster, subscribed } from '../../support/resolver-documents.js';

/** What each catalog offers, by its key. */
const offers = (cluster: Cluster): Record<string, string[]> =>
  Object.fromEntries(
    asGiven(cluster).catalogs.map(({ namespace, name, packages }) => [`${namespace}/${name}`, packages.map((one) => one.name)]),
  );

const KETTLE = offered('kettle', { stable: chain('kettle', '1.0.0') });

describe('what a cluster offers', () => {
  it('is its catalogs, and in each that is asked for the bundle folders that no catalog has', () => {
    const cluster = resolverCluster(...KETTLE, subscribed('kettle'), subscribed('cup', { source: 'market' }));
    const bundles = [bundle('kettle/9.0.0'), bundle('cup/1.0.0')];
    expect(offers({ ...cluster, bundles })).toEqual({ 'olm/hub': ['kettle', 'cup'], 'olm/market': ['cup'] });
  });

  it('is also what a catalog without a name has', () => {
    const cluster = resolverCluster(subscribed('kettle', { source: 'market' }), subscribed('cup', { source: 'fair' }));
    const [hub] = resolverCluster(...KETTLE).catalogs;
    const nameless = { namespace: '', name: '', known: true, packages: hub?.packages ?? [] };
    expect(offers({ ...cluster, catalogs: [...cluster.catalogs, nameless] })).toEqual({
      'olm/hub': [],
      'olm/market': ['kettle'],
      'olm/fair': ['kettle'],
    });
  });

  it('is a bundle without a package for the Subscription that names it', () => {
    const { packageName: _, ...unnamed } = bundle('cup/1.0.0');
    const cluster = resolverCluster(subscribed('mug', { startingCSV: 'cup.v1.0.0' }));
    expect(offers({ ...cluster, bundles: [unnamed] })).toEqual({ 'olm/hub': ['mug'] });
    expect(offers({ ...cluster, bundles: [{ ...unnamed, name: 'other' }] })).toEqual({ 'olm/hub': [] });
  });

  it('does not go by what its Subscriptions have installed', () => {
    const csvs = [readCsv('shop/a.v1'), { ...readCsv('shop/b.v1'), isResolved: true as const }];
    expect(asGiven({ ...resolverCluster(), clusterServiceVersions: csvs }).clusterServiceVersions.map(({ name }) => name)).toEqual([
      'a.v1',
    ]);
  });
});

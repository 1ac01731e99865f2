/** Marks the Subscriptions whose operators are not known, for the resolver: what nobody has read satisfies nothing, and contradicts nothing. */

import { defaultPriority } from '../catalog/default-sources.js';
import { groupBy } from '../kubernetes/object.js';
import { type Catalog, catalogKey } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { Subscription } from '../model/subscription.js';
import { asGiven, type ResolverCluster } from '../resolver/resolver-cluster.js';
import { chooseAlone } from './choose.js';

/** A cluster as it is given, ready to be resolved. One that asks for something that is not there is not marked: that is known. */
export function markUnknown(cluster: Cluster): ResolverCluster {
  const { catalogs } = asGiven(cluster);
  const read = new Set(cluster.catalogs.filter(({ known }) => known).map(catalogKey));
  const inNamespace = groupBy(cluster.clusterServiceVersions, ({ namespace }) => namespace);
  return {
    ...cluster,
    subscriptions: cluster.subscriptions.map((subscription) => {
      const given = inNamespace.get(subscription.namespace) ?? [];
      // The resolver says what OLM says of it.
      if (isAbsent(subscription, cluster.catalogs)) return subscription;
      const { unknown } = chooseAlone(subscription, { given, catalogs, read, unread: [] });
      return unknown && unknown.why !== 'refused' ? { ...subscription, isUnknown: true as const } : subscription;
    }),
  };
}

/** Whether the input has the catalogs of its namespace, and not this one, which no platform brings either. */
function isAbsent({ catalogSource: name, catalogSourceNamespace: namespace }: Subscription, catalogs: readonly Catalog[]): boolean {
  const there = catalogs.filter((one) => one.namespace === namespace);
  const isOfPlatform = defaultPriority({ namespace, name }) !== undefined;
  return there.some(({ isWhole }) => isWhole) && !there.some((one) => one.name === name) && !isOfPlatform;
}

/** The cluster of the resolver in which Subscriptions of absent catalogs are unknown. */
import { defaultPriority } from '../catalog/catalog-source.js';
import type { Catalog } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { Subscription } from '../model/subscription.js';
import { asGiven, type ResolverCluster } from '../resolver/resolver-cluster.js';
import { chooserFor } from './choose.js';
import { holdsIn } from './holds.js';
import { wholeBundles } from './install-operators.js';

/**
 * A cluster for the resolver, with unknown operators marked. A Subscription for something that does not exist is not marked: its result is
 * known.
 */
export function markUnknown(cluster: Cluster): ResolverCluster {
  const choose = chooserFor(cluster, asGiven(cluster).catalogs);
  return {
    ...cluster,
    subscriptions: cluster.subscriptions.map((subscription) => {
      // The resolver reports it in OLM's words.
      if (isAbsent(subscription, cluster.catalogs)) return subscription;
      const { unknown, problem } = choose(subscription);
      return unknown && !problem ? { ...subscription, isUnknown: true as const } : subscription;
    }),
  };
}

/** Whether the input has the catalogs of a namespace without this one, and no platform provides it. */
function isAbsent({ catalogSource: name, catalogSourceNamespace: namespace }: Subscription, catalogs: readonly Catalog[]): boolean {
  const there = catalogs.filter((one) => one.namespace === namespace);
  const isOfPlatform = defaultPriority({ namespace, name }) !== undefined;
  return there.some(({ isWhole }) => isWhole) && !there.some((one) => one.name === name) && !isOfPlatform;
}

/** A cluster for the resolver that judges InstallPlans, too. */
export function withPlanFailures(given: Cluster): ResolverCluster {
  const names = new Set(given.bundles.map(({ name }) => name));
  const folders = { names, manifestsOf: wholeBundles(given), isBroken: () => false };
  return { ...markUnknown(given), ...holdsIn(given, asGiven(given).catalogs, folders) };
}

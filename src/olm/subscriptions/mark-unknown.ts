/** The cluster of the resolver in which Subscriptions of absent catalogs are unknown. */
import { namespacedName } from '../../base/kubernetes/object.js';
import { defaultPriority } from '../catalog/catalog-source.js';
import type { Catalog } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { Subscription } from '../model/subscription.js';
import { asGiven } from '../resolver/resolver-cluster.js';
import type { Hold, OfferedBundle, ResolverCluster } from '../resolver/resolver-input.js';
import { blockedText, blocksUpgrade } from '../rules/left-failed.js';
import type { ManifestsOf } from './bundle-content.js';
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

/**
 * A cluster for the resolver that judges InstallPlans, too, and the CSVs that are there.
 *
 * @param manifestsOf reads a bundle with all its manifests; by default, only those that are read already are judged
 */
export function withPlanFailures(given: Cluster, manifestsOf: ManifestsOf = wholeBundles(given)): ResolverCluster {
  const names = new Set(given.bundles.map(({ name }) => name));
  const folders = { names, manifestsOf, isBroken: () => false };
  const { planFailures, holdOf } = holdsIn(given, asGiven(given).catalogs, folders);
  return {
    ...markUnknown(given),
    planFailures,
    holdOf: (offered, namespace) => {
      const failed = given.failedPlans?.get(namespacedName({ namespace, name: offered.name }));
      if (failed !== undefined)
        return { at: 'InstallPlan', message: failed, fix: 'repair the cause, and delete the InstallPlan, so that OLM makes another one' };
      const hold = holdOf(offered, namespace);
      return hold?.at === 'InstallPlan' ? hold : (heldByFailed(offered, namespace, given) ?? hold);
    },
  };
}

/** What keeps a version from running: OLM replaces no CSV in phase Failed. */
function heldByFailed({ replaces }: OfferedBundle, namespace: string, given: Cluster): Hold | undefined {
  const before = given.clusterServiceVersions.find((csv) => csv.namespace === namespace && csv.name === replaces);
  const failure = before && blocksUpgrade(before, given.operatorGroups);
  if (!failure) return undefined;
  return {
    at: 'ClusterServiceVersion',
    message: `${replaces} is ${blockedText(failure)}`,
    fix: `repair ${replaces}, or set spec.upgradeStrategy: TechPreviewUnsafeFailForward on the OperatorGroup of ${namespace}`,
  };
}

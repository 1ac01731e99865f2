/** What a change of a cluster leaves installed. */
import { namespacedName } from '../../base/kubernetes/object.js';
import type { Cluster } from './cluster.js';
import { cluster } from './cluster-of-parts.js';
import type { ClusterServiceVersion } from './cluster-service-version.js';

// Keeps operators whose Subscription a change removes: OLM v0 leaves their ClusterServiceVersions, with all their permissions.

/**
 * The cluster after a change, with the objects that the change leaves.
 *
 * @param after the state of the new manifests
 * @param before the state of the cluster before the change
 */
export function withLeftBehind(after: Cluster, before: Cluster): Cluster {
  const namespaces = new Set(after.namespaces.map(({ name }) => name));
  const keys = new Set(after.subscriptions.map(namespacedName));
  const there = new Set(after.clusterServiceVersions.map(namespacedName));
  const removed = before.subscriptions.filter(
    (one) =>
      namespaces.has(one.namespace) && !keys.has(namespacedName(one)) && !after.subscriptions.some((other) => isOfSamePackage(one, other)),
  );
  const names = new Set(removed.flatMap(({ namespace, csv }) => (csv === undefined ? [] : [namespacedName({ namespace, name: csv })])));
  const left = before.clusterServiceVersions.filter(
    (csv) => csv.bundle && names.has(namespacedName(csv)) && !there.has(namespacedName(csv)),
  );
  if (left.length === 0) return after;
  return withCrdsOf(left, cluster({ ...after, clusterServiceVersions: [...after.clusterServiceVersions, ...left] }), before);
}

/** The cluster with the CRDs that CSVs own, as they were before: OLM deletes no CRD. */
export function withCrdsOf(csvs: readonly ClusterServiceVersion[], after: Cluster, before: Cluster): Cluster {
  const owned = new Set(csvs.flatMap(({ ownedCRDs }) => ownedCRDs.map(({ name }) => name)));
  const there = new Set(after.customResourceDefinitions.map(({ name }) => name));
  const left = before.customResourceDefinitions.filter(({ name }) => owned.has(name) && !there.has(name));
  return left.length === 0 ? after : cluster({ ...after, customResourceDefinitions: [...after.customResourceDefinitions, ...left] });
}

function isOfSamePackage(one: Cluster['subscriptions'][number], other: Cluster['subscriptions'][number]): boolean {
  return one.namespace === other.namespace && one.packageName === other.packageName;
}

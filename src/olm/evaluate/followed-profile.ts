/** Chooses the default profile: that of the OLM that the input needs. */
import type { Cluster } from '../model/cluster.js';
import type { InstallOptions } from '../model/install-options.js';
import { type ProfileName, profileOf } from '../render/index.js';

/** The profile for clusters (several in a review): `olm-v1` if they have ClusterExtensions and no objects of OLM v0. */
export function followedProfile(clusters: readonly Cluster[], install?: InstallOptions): ProfileName {
  const isOfV1 = clusters.some(({ clusterExtensions }) => clusterExtensions.length > 0);
  return isOfV1 && !clusters.some(isOfV0) ? 'olm-v1' : profileOf(install);
}

/** Whether a cluster has objects of OLM v0. Objects of the platform do not count. */
function isOfV0({ subscriptions, operatorGroups, clusterServiceVersions }: Cluster): boolean {
  return subscriptions.length + clusterServiceVersions.length > 0 || operatorGroups.some(({ isPlatforms }) => !isPlatforms);
}

interface Followed {
  readonly profile?: ProfileName;
  readonly install?: InstallOptions | undefined;
}

/**
 * The options for both sides of a change: the same default profile for both; OLM v1 installs what it renders.
 *
 * @param clusters the clusters as read, before any evaluation
 */
export function followedSides<T extends Followed>(base: T, head: T, clusters: readonly Cluster[]): readonly [base: T, head: T] {
  const isOpen = base.profile === undefined && head.profile === undefined;
  const sideOf = (side: T): T => {
    const { install, profile = isOpen ? followedProfile(clusters, install) : profileOf(install) } = side;
    return { ...side, profile, install: install ?? (profile === 'olm-v1' ? {} : undefined) };
  };
  return [sideOf(base), sideOf(head)];
}

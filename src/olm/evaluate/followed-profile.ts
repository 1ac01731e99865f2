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

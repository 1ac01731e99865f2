/** Which profile is followed where nobody says it: the one of the only generation of OLM that the input has. */
import type { Cluster } from '../model/cluster.js';
import { DEFAULT_PROFILE, type ProfileName } from '../render/index.js';

/** The profile for clusters, which are several in a review: `olm-v1` where they have ClusterExtensions and nothing of OLM v0. */
export function followedProfile(...clusters: readonly Cluster[]): ProfileName {
  const isOfV1 = clusters.some(({ clusterExtensions }) => clusterExtensions.length > 0);
  return isOfV1 && !clusters.some(isOfV0) ? 'olm-v1' : DEFAULT_PROFILE;
}

/** What the platform brings says nothing. */
function isOfV0({ subscriptions, operatorGroups, clusterServiceVersions }: Cluster): boolean {
  return subscriptions.length + clusterServiceVersions.length > 0 || operatorGroups.some(({ isPlatforms }) => !isPlatforms);
}

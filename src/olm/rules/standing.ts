/**
 * The APIServices that stand in a dump: a CSV that OLM has left in phase Succeeded keeps what it owns (OLM's apiServiceOwnerConflicts). The
 * phases in which the CSVs themselves stand are in order/actors.ts.
 */
import { apiServiceName } from '../model/api-key.js';
import type { ApiService, Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';

/** The dump with the APIServices of the CSVs that run in it, if APIServices were not dumped. */
export function withStandingApiServices(cluster: Cluster): Cluster {
  if (!cluster.isDump || cluster.apiServices.length > 0) return cluster;
  const standing = cluster.clusterServiceVersions.filter((csv) => csv.phase === 'Succeeded');
  const last = standing.filter((csv) => !standing.some((other) => other.namespace === csv.namespace && other.replaces === csv.name));
  const services = new Map(last.flatMap((csv) => csv.ownedAPIServices.map((owned) => servedBy(apiServiceName(owned), csv))));
  return services.size === 0 ? cluster : { ...cluster, apiServices: [...services.values()] };
}

function servedBy(name: string, csv: ClusterServiceVersion): readonly [string, ApiService] {
  const labels = { 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': csv.namespace, 'olm.owner': csv.name };
  return [name, { name, labels }];
}

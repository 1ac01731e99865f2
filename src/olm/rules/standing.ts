/**
 * What stands in a dump: a CSV that OLM has left in phase Succeeded was there before its rivals, and keeps what it owns (OLM's
 * apiServiceOwnerConflicts and its reconciliation of OperatorGroups run again for the newcomers alone).
 */
import { apiServiceName } from '../model/api-key.js';
import type { ApiService, Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { ResolvedCsv } from './resolution.js';

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

/** The CSV, whose verdict is certain if the dump shows who was first. */
export function asItStands(resolved: ResolvedCsv, all: readonly ResolvedCsv[], { isDump }: Pick<Cluster, 'isDump'>): ResolvedCsv {
  if (!isDump || resolved.certainty !== 'ambiguous') return resolved;
  const rivals = all.filter(({ csv }) => resolved.rivals.includes(csv));
  if (rivals.length !== resolved.rivals.length) return resolved;
  const agree = [resolved, ...rivals].every(({ csv, verdict }) => (csv.phase === 'Succeeded') === (verdict.phase === 'Succeeded'));
  const isDecided = [resolved, ...rivals].some(({ csv }) => csv.phase === 'Succeeded');
  return agree && isDecided ? { ...resolved, certainty: 'certain', rivals: [] } : resolved;
}

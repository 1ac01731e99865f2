/** Judges a set of CSVs: membership, then conflicts over APIs, then installation. */

import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import type { ApiKey } from '../model/api-key.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { claimsOf, contendersOf, resolveConflicts } from './conflicts.js';
import { type InstallationResult, installationResults } from './installation.js';
import type { Available, InstallationContext, Refusals } from './installation-rule.js';
import { type GroupTargets, isUnsynced, membershipVerdict } from './membership.js';
import { failForwardNamespaces } from './replacement.js';
import type { Verdict } from './verdict.js';

/** All verdicts on a set of CSVs, and the APIs that its groups finally list. */
export interface Verdicts {
  readonly verdicts: ReadonlyMap<ClusterServiceVersion, InstallationResult>;
  /** The APIs by `namespace/name` of the group. */
  readonly providedApis: ReadonlyMap<string, ReadonlySet<ApiKey>>;
}

/** Judges CSVs as if no others existed. */
export function verdictsOf(
  csvs: readonly ClusterServiceVersion[],
  targets: readonly GroupTargets[],
  cluster: Cluster,
  available: Available,
  refused?: Refusals,
): Verdicts {
  const targetsByNamespace = groupBy(targets, ({ group }) => group.namespace);
  const verdicts = new Map<ClusterServiceVersion, InstallationResult>();
  const members: ClusterServiceVersion[] = [];
  const providers: ClusterServiceVersion[] = [];
  for (const csv of csvs) {
    const verdict = membershipVerdict(csv, targetsByNamespace.get(csv.namespace) ?? []);
    if (verdict) verdicts.set(csv, { verdict, rivals: [], unstable: false });
    else members.push(csv);
    if (!verdict || isReadable(verdict)) providers.push(csv);
  }

  const contenders = contendersOf(targets, providers);
  const claims = claimsOf(contenders, members);
  const conflicts = resolveConflicts(contenders, claims);
  const context: InstallationContext = { csvs, available, ...(refused ? { refused } : {}), ...surroundings(cluster, targets) };
  const order = claims.map(({ csv }) => csv);
  const standing = order.filter((csv) => !conflicts.verdicts.has(namespacedName(csv)));
  const results = installationResults(standing, context);

  for (const csv of order) {
    const conflict = conflicts.verdicts.get(namespacedName(csv));
    verdicts.set(csv, conflict ? { verdict: conflict, rivals: [], unstable: false } : (results.get(csv) as InstallationResult));
  }
  return { verdicts, providedApis: conflicts.providedApis };
}

/** The surroundings that the installation of CSVs depends on. */
export function surroundings(
  { apiServices, operatorGroups }: Cluster,
  targets: readonly GroupTargets[],
): Omit<InstallationContext, 'csvs' | 'available' | 'refused'> {
  const unsynced = new Set(targets.filter(isUnsynced).map(({ group }) => group.namespace));
  return { apiServices, unsynced, failForward: failForwardNamespaces(operatorGroups) };
}

/** Whether OLM reads the APIs of a CSV: not those of a copy, nor of a CSV that it cannot read. */
export function isReadable({ neverSynced }: Verdict): boolean {
  return neverSynced !== 'IsCopied' && neverSynced !== 'MalformedCrdName';
}

/** The judgement of a set of CSVs: membership, then conflicts over APIs, then installation. */
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { groupBy } from '../model/group-by.js';
import { namespacedName } from '../model/kubernetes-object.js';
import type { ApiKey } from '../model/provided-api.js';
import { orderDependent } from './ambiguity.js';
import { claimsOf, contendersOf, resolveConflicts } from './conflicts.js';
import { contingentRivals } from './contingency.js';
import { failForwardNamespaces } from './fail-forward.js';
import { type InstallationResult, installationResults } from './installation.js';
import { type GroupTargets, membershipVerdict } from './membership.js';
import type { Offer } from './offer.js';
import { predecessors } from './replacement.js';
import type { Reason, Verdict } from './verdict.js';

/** All verdicts over a set of CSVs, and the APIs that its groups come to list. */
export interface Judgement {
  readonly verdicts: ReadonlyMap<ClusterServiceVersion, InstallationResult>;
  /** By `namespace/name` of the group. */
  readonly providedApis: ReadonlyMap<string, ReadonlySet<ApiKey>>;
}

/** Judges CSVs as if no others were there. */
export function judge(csvs: readonly ClusterServiceVersion[], targets: readonly GroupTargets[], cluster: Cluster, offer: Offer): Judgement {
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
  const dependent = orderDependent(claims);
  const context = { csvs, apiServices: cluster.apiServices, offer, failForward: failForwardNamespaces(cluster.operatorGroups) };
  const order = claims.map(({ csv }) => csv);
  const standing = order.filter((csv) => !conflicts.verdicts.has(namespacedName(csv)));
  const results = installationResults(standing, context);
  const contingent = contingentRivals(order, standing, dependent, results, context);

  for (const csv of order) {
    const conflict = conflicts.verdicts.get(namespacedName(csv));
    const result = conflict ? { verdict: conflict, rivals: [], unstable: false } : (results.get(csv) as InstallationResult);
    verdicts.set(csv, {
      ...result,
      rivals: [...new Set([...(dependent.get(csv) ?? []), ...result.rivals, ...(contingent.get(csv) ?? [])])],
    });
  }
  inheritDoubt(csvs, verdicts);
  return { verdicts, providedApis: conflicts.providedApis };
}

/** Whether OLM sees the APIs of a CSV: not those of a copy, nor of a CSV that it cannot read. */
export function isReadable({ neverSynced }: Verdict): boolean {
  return neverSynced !== 'IsCopied' && neverSynced !== 'MalformedCrdName';
}

/** The reasons of CSVs to whom it matters whether their predecessor makes way: OLM asks after all that it checks in phase Pending. */
const BEHIND_PREDECESSOR: ReadonlySet<Reason> = new Set([
  'InstallSucceeded',
  'InstallWaiting',
  'InstallComponentFailed',
  'RequirementsUnknown',
]);

/** Where it is not certain that a CSV runs, it is not certain either that those run that replace it: the same rivals decide. */
function inheritDoubt(csvs: readonly ClusterServiceVersion[], verdicts: Map<ClusterServiceVersion, InstallationResult>): void {
  const predecessorOf = predecessors(csvs);
  const settled = new Set<ClusterServiceVersion>();
  const settle = (csv: ClusterServiceVersion): void => {
    const chain: ClusterServiceVersion[] = [];
    for (let next: ClusterServiceVersion | undefined = csv; next && !settled.has(next); next = predecessorOf.get(next)) {
      settled.add(next);
      chain.push(next);
    }
    for (const successor of chain.reverse()) {
      const predecessor = predecessorOf.get(successor);
      const result = verdicts.get(successor);
      if (!predecessor || !result || !BEHIND_PREDECESSOR.has(result.verdict.reason)) continue;
      const inherited = (verdicts.get(predecessor)?.rivals ?? []).filter((rival) => rival !== successor);
      if (inherited.length > 0) verdicts.set(successor, { ...result, rivals: [...new Set([...result.rivals, ...inherited])] });
    }
  };
  csvs.forEach(settle);
}

/**
 * The resolution of a cluster: every group's namespaces and APIs, and the verdict on every CSV.
 * Runs the rules of this folder in OLM's order; decides nothing itself.
 */
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { groupBy } from '../model/group-by.js';
import { namespacedName } from '../model/kubernetes-object.js';
import type { OperatorGroup } from '../model/operator-group.js';
import type { ApiKey, ProvidedApi } from '../model/provided-api.js';
import { orderDependent } from './ambiguity.js';
import { claimsOf, contendersOf, isSubset, resolveConflicts } from './conflicts.js';
import { type InstallationContext, type InstallationResult, installationResults } from './installation.js';
import { type GroupTargets, membershipVerdict } from './membership.js';
import type { NamespaceSet } from './namespace-set.js';
import { formatProvidedApis, parseProvidedApis, providedApis } from './provided-apis.js';
import { csvReference } from './references.js';
import { replacements } from './replacement.js';
import { DEFAULT_KUBE_VERSION, type Offer, offerOf, type UnmetRequirement, unmetRequirements } from './requirements.js';
import { targetNamespaces } from './target-namespaces.js';
import type { Verdict } from './verdict.js';

/** What the rules may be told besides the cluster. */
export interface ResolveOptions {
  /** The cluster's Kubernetes version, such as `1.30` or `v1.30.2`, for `minKubeVersion`. @default DEFAULT_KUBE_VERSION */
  readonly kubeVersion?: string;
}

/** A group as OLM leaves it. */
export interface ResolvedGroup {
  readonly group: OperatorGroup;
  /** `status.namespaces`; absent when OLM never writes it. */
  readonly namespaces?: NamespaceSet;
  readonly providedApis: ReadonlySet<ApiKey>;
  /** The text of `olm.providedAPIs`; absent when there is nothing to write. */
  readonly annotation?: string;
  /** Why OLM never syncs the group. */
  readonly blocked?: 'TargetsContainAllNamespaces' | 'ServiceAccountNotFound';
}

/** How sure a verdict is. */
export type Certainty = 'certain' | 'ambiguous' | 'unstable';

/** A CSV as OLM leaves it. */
export interface ResolvedCsv {
  readonly csv: ClusterServiceVersion;
  /** The one group of its namespace, whether or not the CSV is a member. */
  readonly group?: ResolvedGroup;
  readonly verdict: Verdict;
  /** `ambiguous`: another order would give another verdict. `unstable`: OLM itself never comes to rest. */
  readonly certainty: Certainty;
  /** The CSVs that an uncertain verdict depends on. */
  readonly rivals: readonly ClusterServiceVersion[];
  readonly providedApis: readonly ProvidedApi[];
  readonly unmet: readonly UnmetRequirement[];
}

/** What OLM makes of a cluster. */
export interface Resolution {
  readonly groups: readonly ResolvedGroup[];
  /** CSVs that another one has replaced are not among them. */
  readonly csvs: readonly ResolvedCsv[];
  /** The CSVs that are gone, each with the CSV that replaced it. */
  readonly replaced: readonly { readonly csv: ClusterServiceVersion; readonly by: ClusterServiceVersion }[];
}

/**
 * Resolves a cluster as OLM would on a cluster that holds nothing else.
 *
 * @example
 * resolve(cluster({ clusterServiceVersions: [csv] })).csvs[0].verdict.reason // 'NoOperatorGroup'
 */
export function resolve(cluster: Cluster, { kubeVersion = DEFAULT_KUBE_VERSION }: ResolveOptions = {}): Resolution {
  const { clusterServiceVersions: all } = cluster;
  const offer = offerOf(cluster, kubeVersion);
  const targets = cluster.operatorGroups.map((group) => groupTargets(group, cluster));
  const replacedBy = replacements(all);
  const successor = (csv: ClusterServiceVersion): ClusterServiceVersion | undefined => replacedBy.get(namespacedName(csv));

  const judgement = (present: readonly ClusterServiceVersion[]): Judgement => judge(present, targets, cluster, offer);
  const before = judgement(all);
  const gone = new Set(all.filter((csv) => isSuperseded(csv, successor, before)));
  const present = all.filter((csv) => !gone.has(csv));
  const after = gone.size === 0 ? before : judgement(present);
  const doubtful = [...gone].map(successor).filter((csv) => csv !== undefined && certaintyOf(before.verdicts.get(csv)) !== 'certain');

  const groupsByNamespace = groupBy(after.groups, ({ group }) => group.namespace);
  const csvs = present.map((csv): ResolvedCsv => {
    const judged = after.verdicts.get(csv) as InstallationResult;
    const by = successor(csv);
    const verdict = by && judged.verdict.phase === 'Succeeded' ? beingReplaced(by) : judged.verdict;
    // Where it is not certain that a CSV makes way, what follows from it is not certain either.
    const shaken = doubtful.length > 0 && !isSameVerdict(judged, before.verdicts.get(csv));
    const rivals = shaken ? [...new Set([...judged.rivals, ...(doubtful as ClusterServiceVersion[])])] : judged.rivals;
    const inNamespace = groupsByNamespace.get(csv.namespace) ?? [];
    return {
      csv,
      ...(inNamespace.length === 1 && inNamespace[0] ? { group: inNamespace[0] } : {}),
      verdict,
      certainty: certaintyOf({ ...judged, rivals }),
      rivals,
      // OLM sees no APIs in a copy, nor in a CSV that it cannot read.
      providedApis: isReadable(verdict) ? providedApis(csv) : [],
      unmet: verdict.reason === 'RequirementsNotMet' ? unmetRequirements(csv, offer) : [],
    };
  });
  return { groups: after.groups, csvs, replaced: [...gone].map((csv) => ({ csv, by: successor(csv) as ClusterServiceVersion })) };
}

/** Whether a CSV is gone: its successor runs, or is itself replaced by one that does. */
function isSuperseded(
  csv: ClusterServiceVersion,
  successor: (csv: ClusterServiceVersion) => ClusterServiceVersion | undefined,
  { verdicts }: Judgement,
): boolean {
  const seen = new Set([csv]);
  for (let next = successor(csv); next; next = successor(next)) {
    // CSVs that replace each other in a circle all stay.
    if (seen.has(next)) return false;
    seen.add(next);
    if (!successor(next)) return verdicts.get(csv)?.verdict.phase === 'Succeeded' && verdicts.get(next)?.verdict.phase === 'Succeeded';
  }
  return false;
}

function certaintyOf(judged: InstallationResult | undefined): Certainty {
  if (judged?.unstable) return 'unstable';
  return judged && judged.rivals.length > 0 ? 'ambiguous' : 'certain';
}

function isSameVerdict(a: InstallationResult, b: InstallationResult | undefined): boolean {
  return a.verdict.phase === b?.verdict.phase && a.verdict.reason === b.verdict.reason && certaintyOf(a) === certaintyOf(b);
}

/** All verdicts over a set of CSVs, and the groups that follow from them. */
interface Judgement {
  readonly groups: readonly ResolvedGroup[];
  readonly verdicts: ReadonlyMap<ClusterServiceVersion, InstallationResult>;
}

function judge(csvs: readonly ClusterServiceVersion[], targets: readonly GroupTargets[], cluster: Cluster, offer: Offer): Judgement {
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
  const context = { csvs, apiServices: cluster.apiServices, offer };
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
  const groups = targets.map((target) => resolvedGroup(target, conflicts.providedApis.get(namespacedName(target.group)) ?? new Set()));
  return { groups, verdicts };
}

/**
 * The CSVs whose installation would end differently if those came to it that lost their APIs here but would win them in
 * another order.
 */
function contingentRivals(
  order: readonly ClusterServiceVersion[],
  standing: readonly ClusterServiceVersion[],
  dependent: ReadonlyMap<ClusterServiceVersion, readonly ClusterServiceVersion[]>,
  results: ReadonlyMap<ClusterServiceVersion, InstallationResult>,
  context: InstallationContext,
): Map<ClusterServiceVersion, ClusterServiceVersion[]> {
  const stands = new Set(standing);
  const others = new Set(order.filter((csv) => !stands.has(csv) && dependent.has(csv)));
  const affected = new Map<ClusterServiceVersion, ClusterServiceVersion[]>();
  if (others.size === 0) return affected;
  const widened = installationResults(
    order.filter((csv) => stands.has(csv) || others.has(csv)),
    context,
  );
  for (const csv of standing) {
    const wide = widened.get(csv) as InstallationResult;
    const rivals = wide.rivals.filter((rival) => others.has(rival));
    if (rivals.length > 0) affected.set(csv, rivals);
    else if (!isSameVerdict(wide, results.get(csv))) affected.set(csv, [...others]);
  }
  return affected;
}

function isReadable({ neverSynced }: Verdict): boolean {
  return neverSynced !== 'IsCopied' && neverSynced !== 'MalformedCrdName';
}

function groupTargets(group: OperatorGroup, cluster: Cluster): GroupTargets {
  const namespaces = targetNamespaces(group, cluster.namespaces);
  const { serviceAccountName } = group;
  const serviceAccountMissing =
    serviceAccountName !== undefined &&
    !cluster.serviceAccounts.some(({ namespace, name }) => namespace === group.namespace && name === serviceAccountName);
  return { group, serviceAccountMissing, ...(namespaces ? { namespaces } : {}) };
}

function resolvedGroup({ group, namespaces, serviceAccountMissing }: GroupTargets, apis: ReadonlySet<ApiKey>): ResolvedGroup {
  const blocked = namespaces === undefined ? 'TargetsContainAllNamespaces' : serviceAccountMissing ? 'ServiceAccountNotFound' : undefined;
  const annotation = annotationText(group, apis, blocked !== undefined);
  return {
    group,
    providedApis: apis,
    // OLM does not write an empty list of namespaces.
    ...(blocked || !namespaces?.length ? {} : { namespaces }),
    ...(annotation === undefined ? {} : { annotation }),
    ...(blocked ? { blocked } : {}),
  };
}

/** OLM rewrites the annotation only when the set of APIs changes, so an unchanged one keeps its order, spaces and strays. */
function annotationText(group: OperatorGroup, apis: ReadonlySet<ApiKey>, blocked: boolean): string | undefined {
  const written = parseProvidedApis(group.providedAPIs);
  if (group.staticProvidedAPIs || blocked) return group.providedAPIs;
  const unchanged = written.size === apis.size && isSubset(written, apis);
  if (unchanged && apis.size > 0) return group.providedAPIs;
  return apis.size > 0 ? formatProvidedApis(apis) : undefined;
}

function beingReplaced(by: ClusterServiceVersion): Verdict {
  return { phase: 'Replacing', reason: 'BeingReplaced', message: `being replaced by csv: ${by.name}`, because: [csvReference(by)] };
}

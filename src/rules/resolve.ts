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
import { isSubset } from './conflicts.js';
import { failForwardNamespaces, makesWay } from './fail-forward.js';
import type { InstallationResult } from './installation.js';
import { isReadable, type Judgement, judge } from './judgement.js';
import type { GroupTargets } from './membership.js';
import type { NamespaceSet } from './namespace-set.js';
import { DEFAULT_KUBE_VERSION, offerOf } from './offer.js';
import { formatProvidedApis, parseProvidedApis, providedApis } from './provided-apis.js';
import { beingReplaced, replacements } from './replacement.js';
import { type UnmetRequirement, unmetRequirements } from './requirements.js';
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

  const failForward = failForwardNamespaces(cluster.operatorGroups);
  const makesWayFor = (csv: ClusterServiceVersion, { verdict }: InstallationResult): ClusterServiceVersion | undefined =>
    makesWay(verdict, failForward.has(csv.namespace)) ? successor(csv) : undefined;

  const before = judge(all, targets, cluster, offer);
  const gone = new Set(all.filter((csv) => isSuperseded(csv, successor, makesWayFor, before)));
  const present = all.filter((csv) => !gone.has(csv));
  const after = gone.size === 0 ? before : judge(present, targets, cluster, offer);
  const groups = targets.map((target) => resolvedGroup(target, after.providedApis.get(namespacedName(target.group)) ?? new Set()));
  const rivalsOf = allRivals(present, gone, successor, before, after);

  const groupsByNamespace = groupBy(groups, ({ group }) => group.namespace);
  const csvs = present.map((csv): ResolvedCsv => {
    const judged = after.verdicts.get(csv) as InstallationResult;
    const by = makesWayFor(csv, judged);
    const verdict = by ? beingReplaced(by, judged.verdict) : judged.verdict;
    // It is there only because its successor does not run.
    const rivals = by ? union(rivalsOf(csv), without(rivalsOf(by), csv)) : rivalsOf(csv);
    const inNamespace = groupsByNamespace.get(csv.namespace) ?? [];
    return {
      csv,
      ...(inNamespace.length === 1 && inNamespace[0] ? { group: inNamespace[0] } : {}),
      verdict,
      certainty: certaintyOf({ ...judged, rivals }),
      rivals,
      providedApis: isReadable(verdict) ? providedApis(csv) : [],
      unmet: verdict.reason === 'RequirementsNotMet' ? unmetRequirements(csv, offer) : [],
    };
  });
  return { groups, csvs, replaced: [...gone].map((csv) => ({ csv, by: successor(csv) as ClusterServiceVersion })) };
}

type Successor = (csv: ClusterServiceVersion) => ClusterServiceVersion | undefined;

/** Whether a CSV is gone: its successor runs, or is itself replaced by one that does. */
function isSuperseded(
  csv: ClusterServiceVersion,
  successor: Successor,
  makesWayFor: (csv: ClusterServiceVersion, result: InstallationResult) => ClusterServiceVersion | undefined,
  { verdicts }: Judgement,
): boolean {
  const result = verdicts.get(csv);
  const seen = new Set([csv]);
  for (let next = result && makesWayFor(csv, result); next; next = successor(next)) {
    // CSVs that replace each other in a circle all stay.
    if (seen.has(next)) return false;
    seen.add(next);
    if (!successor(next)) return verdicts.get(next)?.verdict.phase === 'Succeeded';
  }
  return false;
}

/**
 * The rivals of each CSV that is left. Where it is not certain that a CSV makes way, what follows from that is not certain
 * either: neither what its successor comes to, nor what others gain by it.
 */
function allRivals(
  present: readonly ClusterServiceVersion[],
  gone: ReadonlySet<ClusterServiceVersion>,
  successor: Successor,
  before: Judgement,
  after: Judgement,
): (csv: ClusterServiceVersion) => readonly ClusterServiceVersion[] {
  const successors = new Set([...gone].flatMap((csv) => successor(csv) ?? []));
  const doubtsOf = (csv: ClusterServiceVersion): readonly ClusterServiceVersion[] => before.verdicts.get(csv)?.rivals ?? [];
  const rivals = new Map(
    present.map((csv) => {
      const judged = after.verdicts.get(csv) as InstallationResult;
      const earlier = before.verdicts.get(csv);
      const isOpen = (other: ClusterServiceVersion): boolean => doubtsOf(other).some((rival) => rival !== csv);
      const shaken = isSameVerdict(judged, earlier) ? [] : [...successors].filter(isOpen);
      const inherited = successors.has(csv) ? (earlier?.rivals ?? []).filter((rival) => !gone.has(rival)) : [];
      return [csv, union(judged.rivals, without([...shaken, ...inherited], csv))];
    }),
  );
  return (csv) => rivals.get(csv) ?? [];
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])];
}

function without<T>(items: readonly T[], excluded: T): T[] {
  return items.filter((item) => item !== excluded);
}

function certaintyOf(judged: InstallationResult | undefined): Certainty {
  if (judged?.unstable) return 'unstable';
  return judged && judged.rivals.length > 0 ? 'ambiguous' : 'certain';
}

function isSameVerdict(a: InstallationResult, b: InstallationResult | undefined): boolean {
  return a.verdict.phase === b?.verdict.phase && a.verdict.reason === b.verdict.reason && certaintyOf(a) === certaintyOf(b);
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

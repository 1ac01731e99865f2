/**
 * The resolution of a cluster: every group's namespaces and APIs, and the verdict on every CSV.
 * Runs the rules of this folder in OLM's order; decides nothing itself.
 */

import { groupBy } from '../kubernetes/group-by.js';
import { namespacedName } from '../kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { OperatorGroup } from '../model/operator-group.js';
import type { ApiKey, ProvidedApi } from '../model/provided-api.js';
import { type Available, availableIn, DEFAULT_KUBE_VERSION } from './available.js';
import { isSubset } from './conflicts.js';
import type { InstallationResult } from './installation.js';
import type { InstallationContext } from './installation-rule.js';
import type { GroupTargets } from './membership.js';
import type { NamespaceSet } from './namespace-set.js';
import { type RivalOutcome, rivalOutcomes } from './order/rival-outcomes.js';
import { inOrder } from './order.js';
import { formatProvidedApis, parseProvidedApis, providedApis } from './provided-apis.js';
import { beingReplaced, replacements, waitsFor } from './replacement.js';
import { neededApiServices, type UnmetRequirement, unmetRequirements } from './requirements.js';
import { hasInvalidSelector, targetNamespaces } from './target-namespaces.js';
import { stageVerdict, type Verdict } from './verdict.js';
import { isReadable, surroundings, verdictsOf } from './verdicts.js';

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
  readonly blocked?: 'TargetsContainAllNamespaces' | 'InvalidSelector' | 'ServiceAccountNotFound';
}

/** How sure a verdict is. */
export type Certainty = 'certain' | 'ambiguous' | 'unstable';

/** A CSV as OLM leaves it. */
export interface ResolvedCsv {
  readonly csv: ClusterServiceVersion;
  /** The one group of its namespace, whether or not the CSV is a member. */
  readonly group?: ResolvedGroup;
  /** The namespaces that it is to watch; absent where nothing says so. */
  readonly targets?: NamespaceSet;
  /** The group whose annotations it carries: of several in its namespace, the one that OLM synced last. */
  readonly annotatedBy?: ResolvedGroup;
  /** The target namespaces in these annotations: a group that selects nothing leaves those of the one before. */
  readonly annotatedTargets?: NamespaceSet;
  readonly verdict: Verdict;
  /** Whether it needs no group to run, where operators are installed without OLM; see descoped.ts. */
  readonly isDescoped?: true;
  /** `ambiguous`: another order would give another verdict. `unstable`: OLM itself never comes to rest. */
  readonly certainty: Certainty;
  /** The CSVs that an uncertain verdict depends on. */
  readonly rivals: readonly ClusterServiceVersion[];
  readonly providedApis: readonly ProvidedApi[];
  readonly unmet: readonly UnmetRequirement[];
}

/** A CSV that is gone. */
export interface ReplacedCsv {
  readonly csv: ClusterServiceVersion;
  /** The CSV that replaced it. */
  readonly by: ClusterServiceVersion;
  /** `ambiguous`: in another order, it would still be there. */
  readonly certainty: Certainty;
  readonly rivals: readonly ClusterServiceVersion[];
}

/** What OLM makes of a cluster. */
export interface Resolution {
  readonly groups: readonly ResolvedGroup[];
  /** CSVs that another one has replaced are not among them. */
  readonly csvs: readonly ResolvedCsv[];
  /** The CSVs that are gone, each with the CSV that replaced it. */
  readonly replaced: readonly ReplacedCsv[];
}

/**
 * Resolves a cluster as OLM would on a cluster that holds nothing else.
 *
 * @example
 * resolve(cluster({ clusterServiceVersions: [csv] })).csvs[0].verdict.reason // 'NoOperatorGroup'
 */
export function resolve(cluster: Cluster, { kubeVersion = DEFAULT_KUBE_VERSION }: ResolveOptions = {}): Resolution {
  const { clusterServiceVersions: all } = cluster;
  const available = availableIn(cluster, kubeVersion);
  const targets = cluster.operatorGroups.map((group) => groupTargets(group, cluster));
  const context: InstallationContext = { csvs: all, available, ...surroundings(cluster, targets) };
  const { outcomes, contested } = rivalOutcomes(all, targets, cluster, context);

  const replacedBy = replacements(all);
  const present = all.filter((csv) => isPresent(outcomes.get(csv)) || !replacedBy.has(namespacedName(csv)));
  const after = verdictsOf(present, targets, cluster, available);
  const groups = targets.map((target) => {
    const name = namespacedName(target.group);
    const apis = after.providedApis.get(name) ?? new Set();
    const found = contested.get(name);
    return resolvedGroup(target, found ? new Set([...[...apis].filter((api) => !found.apis.has(api)), ...found.listed]) : apis);
  });
  const groupsByNamespace = groupBy(groups, ({ group }) => group.namespace);
  const csvs = present.map((csv) =>
    resolvedCsv(csv, after.verdicts.get(csv) as InstallationResult, outcomes.get(csv), groupsByNamespace.get(csv.namespace) ?? [], {
      available,
      apiServices: cluster.apiServices,
      all,
      successor: replacedBy.get(namespacedName(csv)),
    }),
  );
  const there = new Set(present);
  const replaced = all
    .filter((csv) => !there.has(csv))
    .map((csv): ReplacedCsv => {
      const { certainty = 'certain', rivals = [] } = outcomes.get(csv) ?? {};
      return { csv, by: replacedBy.get(namespacedName(csv)) as ClusterServiceVersion, certainty, rivals };
    });
  return { groups, csvs, replaced };
}

/** A CSV without rivals stays. */
function isPresent(outcome: RivalOutcome | undefined): boolean {
  return outcome === undefined || outcome.stage !== undefined;
}

interface Around {
  readonly available: Available;
  readonly apiServices: Cluster['apiServices'];
  readonly all: readonly ClusterServiceVersion[];
  readonly successor: ClusterServiceVersion | undefined;
}

function resolvedCsv(
  csv: ClusterServiceVersion,
  alone: InstallationResult,
  outcome: RivalOutcome | undefined,
  groups: readonly ResolvedGroup[],
  { available, apiServices, all, successor }: Around,
): ResolvedCsv {
  const verdict = outcome ? rivalVerdict(csv, alone, outcome, all, successor) : alone.verdict;
  const [group] = groups;
  const [annotatedBy, ...before] = annotatingGroups(groups, verdict);
  const annotatedTargets = [annotatedBy, ...before].find((resolved) => resolved?.namespaces)?.namespaces;
  return {
    csv,
    ...(groups.length === 1 && group ? { group, ...(group.namespaces ? { targets: group.namespaces } : {}) } : {}),
    ...(annotatedBy ? { annotatedBy } : {}),
    ...(annotatedTargets ? { annotatedTargets } : {}),
    verdict,
    certainty: outcome?.certainty ?? (alone.unstable ? 'unstable' : 'certain'),
    rivals: outcome?.rivals ?? [],
    providedApis: isReadable(verdict) ? providedApis(csv) : [],
    unmet: verdict.reason === 'RequirementsNotMet' ? unmetOf(csv, available, apiServices) : [],
  };
}

/** Where all that it requires could be there, it is the CSV that brings an APIService that never runs. */
function unmetOf(csv: ClusterServiceVersion, available: Available, given: Cluster['apiServices']): UnmetRequirement[] {
  const unmet = unmetRequirements(csv, available);
  return unmet.length > 0 ? unmet : neededApiServices(csv, given).map((name) => ({ kind: 'APIService', name }));
}

/**
 * Groups annotate CSVs however many there are; the last one to be synced prevails, and one that is never synced does not
 * (OLM's annotateCSVs).
 *
 * @returns the last one first
 */
function annotatingGroups(groups: readonly ResolvedGroup[], { neverSynced }: Verdict): readonly ResolvedGroup[] {
  const [only, ...more] = groups;
  // The sync of a CSV annotates it, too, unless OLM cannot read it.
  if (more.length === 0) return only && !(only.blocked && neverSynced === 'MalformedCrdName') ? [only] : [];
  return inOrder(
    groups.filter(({ blocked }) => !blocked).map((resolved) => ({ csv: resolved.group, resolved })),
    () => false,
  )
    .map(({ resolved }) => resolved)
    .reverse();
}

/** The verdict on a CSV that has rivals; the one that the rules give tells more where both agree, or where OLM never settles. */
function rivalVerdict(
  csv: ClusterServiceVersion,
  { verdict: alone, unstable }: InstallationResult,
  { stage, certainty }: RivalOutcome,
  all: readonly ClusterServiceVersion[],
  successor: ClusterServiceVersion | undefined,
): Verdict {
  if (!stage || (stage.phase === alone.phase && stage.reason === alone.reason)) return alone;
  if (stage.phase === 'Replacing' && successor) return beingReplaced(successor, alone);
  if (certainty === 'unstable' && (unstable || alone.phase !== 'Succeeded')) return alone;
  const predecessor = all.find((other) => other.namespace === csv.namespace && other.name === csv.replaces);
  if (stage.phase === 'Pending' && stage.reason === 'RequirementsUnknown' && predecessor) return waitsFor(predecessor);
  return stageVerdict(stage, alone);
}

function groupTargets(group: OperatorGroup, cluster: Cluster): GroupTargets {
  const namespaces = targetNamespaces(group, cluster.namespaces);
  const { serviceAccountName } = group;
  const serviceAccountMissing =
    serviceAccountName !== undefined &&
    !cluster.serviceAccounts.some(({ namespace, name }) => namespace === group.namespace && name === serviceAccountName);
  return { group, serviceAccountMissing, invalidSelector: hasInvalidSelector(group), ...(namespaces ? { namespaces } : {}) };
}

function resolvedGroup(target: GroupTargets, apis: ReadonlySet<ApiKey>): ResolvedGroup {
  const { group, namespaces } = target;
  const blocked = blockedBy(target);
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

function blockedBy({ namespaces, invalidSelector, serviceAccountMissing }: GroupTargets): ResolvedGroup['blocked'] {
  if (invalidSelector) return 'InvalidSelector';
  if (namespaces === undefined) return 'TargetsContainAllNamespaces';
  return serviceAccountMissing ? 'ServiceAccountNotFound' : undefined;
}

/** OLM rewrites the annotation only when the set of APIs changes, so an unchanged one keeps its order, spaces and strays. */
function annotationText(group: OperatorGroup, apis: ReadonlySet<ApiKey>, blocked: boolean): string | undefined {
  const written = parseProvidedApis(group.providedAPIs);
  if (group.staticProvidedAPIs) return group.providedAPIs;
  // Its own sync takes nothing away, but a CSV that passes for a member adds its APIs.
  if (blocked) return isSubset(apis, written) ? group.providedAPIs : formatProvidedApis(new Set([...written, ...apis]));
  const unchanged = written.size === apis.size && isSubset(written, apis);
  if (unchanged && apis.size > 0) return group.providedAPIs;
  return apis.size > 0 ? formatProvidedApis(apis) : undefined;
}

/**
 * Resolves a cluster: every group's namespaces and APIs, and the verdict on every CSV.
 * Runs the rules of this folder in OLM's order; decides nothing itself.
 */

import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import type { ApiKey } from '../model/api-key.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { packagesNotKnown } from '../model/operator-not-known.js';
import { versionsOf } from '../model/versions.js';
import { availableIn } from './available.js';
import { isSubset } from './conflicts.js';
import type { InstallationResult } from './installation.js';
import type { Available, InstallationContext, Refusals } from './installation-rule.js';
import type { GroupTargets } from './membership.js';
import { hasInvalidSelector, targetNamespaces } from './namespace-set.js';
import type { Stage } from './order/actor.js';
import { type RivalOutcome, rivalOutcomes } from './order/rival-outcomes.js';
import { inOlmOrder } from './order.js';
import { formatProvidedApis, parseProvidedApis, providedApis } from './provided-apis.js';
import { beingReplaced, replacements, waitsFor } from './replacement.js';
import { neededApiServices, type UnmetRequirement, unmetRequirements } from './requirements.js';
import type { ReplacedCsv, Resolution, ResolvedCsv, ResolvedGroup } from './resolution.js';
import { isUncopiable, SUCCEEDED, stageVerdict, type Verdict } from './verdict.js';
import { isReadable, surroundings, verdictsOf } from './verdicts.js';

/** The options of the rules. */
export interface ResolveOptions {
  /** The cluster's Kubernetes version, such as `1.30` or `v1.30.2`, for `minKubeVersion`. @default that of the cluster */
  readonly kubeVersion?: string;
}

/**
 * Resolves a cluster as OLM would on an otherwise empty cluster.
 *
 * @param refused what the roles of the cluster decide, which these rules do not read
 *
 * @example
 * resolve(cluster({ clusterServiceVersions: [csv] })).csvs[0].verdict.reason // 'NoOperatorGroup'
 */
export function resolve(
  cluster: Cluster,
  { kubeVersion = versionsOf(cluster.versions).kubernetes }: ResolveOptions = {},
  refused: Refusals = new Map(),
): Resolution {
  const { clusterServiceVersions: all } = cluster;
  const available = availableIn(cluster, kubeVersion);
  const targets = allTargets(cluster);
  const context: InstallationContext = { csvs: all, available, refused, ...surroundings(cluster, targets) };
  const { outcomes, contested } = rivalOutcomes(all, targets, cluster, context);

  const replacedBy = replacements(all);
  const present = all.filter((csv) => isPresent(outcomes.get(csv)) || !replacedBy.has(namespacedName(csv)));
  const after = verdictsOf(present, targets, cluster, available, refused);
  const groups = targets.map((target) => {
    const name = namespacedName(target.group);
    const apis = after.providedApis.get(name) ?? new Set();
    const found = contested.get(name);
    return resolvedGroup(target, found ? new Set([...[...apis].filter((api) => !found.apis.has(api)), ...found.listed]) : apis);
  });
  const unknownPackages = packagesNotKnown(cluster);
  const groupsByNamespace = groupBy(groups, ({ group }) => group.namespace);
  const resolved = (csv: ClusterServiceVersion, outcome: RivalOutcome | undefined): ResolvedCsv =>
    resolvedCsv(csv, after.verdicts.get(csv) ?? UNDISTURBED, outcome, groupsByNamespace.get(csv.namespace) ?? [], {
      available,
      apiServices: cluster.apiServices,
      all,
      successor: replacedBy.get(namespacedName(csv)),
      unknownPackages,
    });
  const csvs = present.map((csv) => resolved(csv, outcomes.get(csv)));
  const there = new Set(present);
  const replaced = all
    .filter((csv) => !there.has(csv))
    .map((csv): ReplacedCsv => {
      const { certainty = 'certain', rivals = [] } = outcomes.get(csv) ?? {};
      return { csv, by: replacedBy.get(namespacedName(csv)) as ClusterServiceVersion, certainty, rivals };
    });
  const otherwise = all.flatMap((csv) => {
    const outcome = outcomes.get(csv);
    const stage = outcome && furtherStage(outcome);
    return outcome && stage ? [resolved(csv, { ...outcome, stage })] : [];
  });
  return { groups, csvs, replaced, ...(otherwise.length > 0 ? { otherwise } : {}) };
}

const UNDISTURBED: InstallationResult = { verdict: SUCCEEDED, rivals: [], unstable: false };

/** The stage in another order in which a CSV has more permissions than in the chosen one. */
function furtherStage({ certainty, stage, others }: RivalOutcome): Stage | undefined {
  if (certainty === 'certain') return undefined;
  const [furthest] = others.toSorted((a, b) => reach(b) - reach(a));
  return furthest && reach(furthest) > reach(stage) ? furthest : undefined;
}

/** The progress of a CSV: missing, existing, copied to its targets, installed. */
function reach(stage: Stage | undefined): number {
  if (!stage) return 0;
  if (stage.phase === 'Succeeded' || stage.phase === 'Replacing') return 3;
  return isUncopiable(stage.reason) ? 1 : 2;
}

/** Whether a CSV still exists; a CSV without rivals always does. */
function isPresent(outcome: RivalOutcome | undefined): boolean {
  return outcome === undefined || outcome.stage !== undefined;
}

interface Around {
  readonly available: Available;
  readonly apiServices: Cluster['apiServices'];
  readonly all: readonly ClusterServiceVersion[];
  readonly successor: ClusterServiceVersion | undefined;
  readonly unknownPackages: readonly string[];
}

function resolvedCsv(
  csv: ClusterServiceVersion,
  alone: InstallationResult,
  outcome: RivalOutcome | undefined,
  groups: readonly ResolvedGroup[],
  { available, apiServices, all, successor, unknownPackages }: Around,
): ResolvedCsv {
  const verdict = outcome ? rivalVerdict(csv, alone, outcome, all, successor) : alone.verdict;
  const [group] = groups;
  const [annotatedBy, ...before] = annotatingGroups(groups, verdict);
  const annotatedTargets = [annotatedBy, ...before].find((resolved) => resolved?.namespaces)?.namespaces;
  const unmet = verdict.reason === 'RequirementsNotMet' ? unmetOf(csv, available, apiServices) : [];
  const isOpen = unknownPackages.length > 0 && unmet.length > 0 && unmet.every(isOfOperators);
  return {
    csv,
    ...(groups.length === 1 && group ? { group, ...(group.namespaces ? { targets: group.namespaces } : {}) } : {}),
    ...(annotatedBy ? { annotatedBy } : {}),
    ...(annotatedTargets ? { annotatedTargets } : {}),
    verdict,
    certainty: outcome?.certainty ?? (alone.unstable ? 'unstable' : 'certain'),
    rivals: outcome?.rivals ?? [],
    providedApis: isReadable(verdict) ? providedApis(csv) : [],
    unmet,
    ...(isOpen ? { mayProvide: unknownPackages } : {}),
  };
}

/** Whether another operator can provide a requirement. */
function isOfOperators({ kind }: UnmetRequirement): boolean {
  return kind === 'CustomResourceDefinition' || kind === 'APIService' || kind === 'API';
}

/** The unmet requirements of a CSV; if all could be met, those whose providing CSV never runs. */
function unmetOf(csv: ClusterServiceVersion, available: Available, given: Cluster['apiServices']): UnmetRequirement[] {
  const unmet = unmetRequirements(csv, available);
  return unmet.length > 0 ? unmet : neededApiServices(csv, given).map((name) => ({ kind: 'APIService', name }));
}

/**
 * The groups that annotate a CSV. All groups of a namespace do; the last synced one prevails, one that is never synced does not count
 * (OLM's annotateCSVs).
 *
 * @returns the groups, the last synced one first
 */
function annotatingGroups(groups: readonly ResolvedGroup[], { neverSynced }: Verdict): readonly ResolvedGroup[] {
  const [only, ...more] = groups;
  // The sync of a CSV annotates it, too, unless OLM cannot read it.
  if (more.length === 0) return only && !(only.blocked && neverSynced === 'MalformedCrdName') ? [only] : [];
  return inOlmOrder(
    groups.filter(({ blocked }) => !blocked).map((resolved) => ({ csv: resolved.group, resolved })),
    () => false,
  )
    .map(({ resolved }) => resolved)
    .reverse();
}

/** The verdict on a CSV with rivals; the rules' own verdict is used if both agree, or if OLM never settles, because it is more precise. */
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

/** The namespaces that the groups select. Groups with equal selections share one list. */
export function allTargets({ operatorGroups, namespaces, serviceAccounts }: Cluster): GroupTargets[] {
  const accounts = new Set(serviceAccounts.map(namespacedName));
  const known = new Map<string, readonly string[] | undefined>();
  const selected = (group: OperatorGroup): readonly string[] | undefined => {
    const key = sortedText({ targets: group.targetNamespaces, selector: group.selector });
    if (!known.has(key)) known.set(key, targetNamespaces(group, namespaces));
    return known.get(key);
  };
  return operatorGroups.map((group) => {
    const found = selected(group);
    const { namespace, serviceAccountName: name } = group;
    const serviceAccountMissing = name !== undefined && !accounts.has(namespacedName({ namespace, name }));
    return { group, serviceAccountMissing, invalidSelector: hasInvalidSelector(group), ...(found ? { namespaces: found } : {}) };
  });
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

/** The text of the annotation. OLM rewrites it only if the set of APIs changes, else it keeps its order, spaces and invalid entries. */
function annotationText(group: OperatorGroup, apis: ReadonlySet<ApiKey>, blocked: boolean): string | undefined {
  const written = parseProvidedApis(group.providedAPIs);
  if (group.staticProvidedAPIs) return group.providedAPIs;
  // The group's own sync removes nothing, but a CSV that passes as a member adds its APIs.
  if (blocked) return isSubset(apis, written) ? group.providedAPIs : formatProvidedApis(new Set([...written, ...apis]));
  const unchanged = written.size === apis.size && isSubset(written, apis);
  if (unchanged && apis.size > 0) return group.providedAPIs;
  return apis.size > 0 ? formatProvidedApis(apis) : undefined;
}

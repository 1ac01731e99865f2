/** Resolves one namespace: the content of its next InstallPlan, or its failure (OLM's ResolveSteps, with the checks before it). */

import { compareText } from '../../base/kubernetes/object.js';
import { distinct } from '../../base/manifest/plain-data.js';
import { isError } from '../../base/manifest/problem.js';
import { CEL_STEPS, type CelBudget } from '../dependencies/cel-cost.js';
import { catalogProblems } from '../model/broken-catalog.js';
import type { Catalog } from '../model/catalog.js';
import { isCopied } from '../model/csv-labels.js';
import { catalogAsked, catalogKey } from '../model/find-catalog.js';
import { failsForward, type OperatorGroup } from '../model/operator-group.js';
import { catalogIndex, type EntryIndex, entryIndex } from './candidates.js';
import { type Entry, existingEntry } from './entry.js';
import { explainContradiction, explainStop, type FailureContext } from './explain-failure.js';
import { smallestContradiction, solveInAllOrders } from './orders.js';
import type { Failure, NamespaceResolution, Stop } from './outcome.js';
import type { ResolverCluster, ResolverCsv, ResolverSubscription } from './resolver-input.js';
import { NO_SOLUTION, solutionOf } from './solution.js';
import type { AppliedConstraint } from './solver.js';
import type { NamespaceView } from './variable.js';
import { buildVariables } from './variables.js';

/** The state that all namespaces share in one run. */
export interface ResolverRun {
  readonly cluster: ResolverCluster;
  readonly catalogs: readonly { readonly catalog: Catalog; readonly index: EntryIndex }[];
  readonly budget: CelBudget;
}

/** Prepares the shared state: indexes the catalogs once. */
export function newRun(cluster: ResolverCluster): ResolverRun {
  return {
    cluster,
    catalogs: cluster.catalogs.map((catalog) => ({ catalog, index: catalogIndex(catalog) })),
    budget: { celSteps: CEL_STEPS },
  };
}

/** Resolves one namespace. OLM resolves only namespaces with a Subscription. */
export function resolveNamespace(namespace: string, run: ResolverRun): NamespaceResolution {
  const inNamespace = <T extends { readonly namespace: string }>(list: readonly T[]): T[] =>
    list.filter((one) => one.namespace === namespace);
  const asking = inNamespace(run.cluster.subscriptions).toSorted((a, b) => compareText(a.name, b.name));
  const subscriptions = asking.filter(({ isUnknown }) => !isUnknown);
  const groups = inNamespace(run.cluster.operatorGroups);
  const visible = visibleCatalogs(namespace, groups, run);
  const base = {
    namespace,
    approval: asking.some(({ installPlanApproval }) => installPlanApproval === 'Manual') ? ('Manual' as const) : ('Automatic' as const),
    unknown: asking.filter(({ isUnknown }) => isUnknown).map(wanted),
    unknownCatalogs: unknownCatalogs(asking, visible, run),
    seenCatalogs: visible.map(({ index }) => index.key),
  };
  const fail = (failure: Failure): NamespaceResolution => ({
    ...base,
    ...NO_SOLUTION,
    uncertain: false,
    outcomes: [],
    allOrdersTried: true,
    failure,
  });
  const seen = visible.map(({ catalog }) => catalog);
  const elsewhere = run.cluster.catalogs.filter((catalog) => !seen.includes(catalog));
  const context: FailureContext = { namespace, subscriptions, groups, catalogs: seen, elsewhere };
  const stop = (why: Stop): NamespaceResolution => fail(explainStop(why, context));
  if (groups.length !== 1) {
    return stop({ error: `expected 1 OperatorGroup in the namespace, found ${groups.length}`, reason: 'ErrorPreventedResolution' });
  }

  const existing = existingIndex(namespace, subscriptions, groups, run);
  if ('error' in existing) return stop({ ...existing, reason: 'ErrorPreventedResolution' });
  const view = namespaceView(namespace, subscriptions, existing, visible);
  const built = buildVariables(view, run.budget);
  if (run.budget.celSteps < 0)
    return stop({ error: 'the CEL rules of the catalogs take more steps than a run has', reason: 'NotUnderstood' });
  if ('error' in built) return stop(built);

  const { formula, answers, allOrdersTried } = solveInAllOrders(built.variables);
  const [first] = answers;
  if (first && 'core' in first) {
    const contradiction = smallestContradiction(formula, first.core);
    const failure = explainContradiction(contradiction, context);
    const isOpen = base.unknown.length > 0 || seen.some(({ isReduced }) => isReduced);
    if (!isOpen || !contradiction.some(isOpenNeed)) return fail(failure);
    const { failure: _, ...open } = fail(failure);
    return { ...open, undecided: failure };
  }
  if (!first || 'limit' in first) {
    const tried = first && 'limit' in first ? first.limit : 0;
    return stop({
      error: `no answer after ${tried} contradictions between ${built.variables.size} variables`,
      reason: 'SearchLimitReached',
    });
  }
  // Answers with the same InstallPlan count as one.
  const outcomes = distinct(answers.flatMap((answer) => ('chosen' in answer ? solutionOf(answer.chosen, built.variables, view) : [])));
  const uncertain = outcomes.length > 1;
  return { ...base, ...(outcomes[0] ?? NO_SOLUTION), uncertain, outcomes: uncertain ? outcomes : [], allOrdersTried };
}

/** Whether a constraint is a requirement of a bundle or CSV that an unknown catalog may meet. */
function isOpenNeed({ variable: { entry }, constraint }: AppliedConstraint): boolean {
  return entry !== undefined && constraint.kind === 'dependency';
}

function wanted(subscription: ResolverSubscription): NamespaceResolution['unknown'][number] {
  const { name, packageName, channel } = subscription;
  return { name, package: packageName, ...(channel === undefined ? {} : { channel }), catalog: catalogAsked(subscription) };
}

/** Visible catalogs with unknown content, and catalogs in Subscriptions that are not in the input. */
function unknownCatalogs(
  subscriptions: readonly ResolverSubscription[],
  visible: ResolverRun['catalogs'],
  { cluster }: ResolverRun,
): string[] {
  const declared = new Set(cluster.catalogs.map(catalogKey));
  const named = subscriptions.map(catalogAsked);
  const without = visible.filter(({ catalog }) => !catalog.known).map(({ index }) => index.key);
  return [...new Set([...without, ...named.filter((key) => !declared.has(key))])].sort(compareText);
}

const EXCLUDES_GLOBAL = 'olm.operatorframework.io/exclude-global-namespace-resolution';

/** The catalogs of the namespace itself, and the global ones unless its OperatorGroup excludes them. */
function visibleCatalogs(namespace: string, groups: readonly OperatorGroup[], { cluster, catalogs }: ResolverRun): ResolverRun['catalogs'] {
  const excludesGlobal = groups.some(({ manifest: { metadata } }) => metadata.annotations?.[EXCLUDES_GLOBAL] === 'true');
  const global = excludesGlobal ? namespace : cluster.globalCatalogNamespace;
  return catalogs.filter(({ catalog }) => catalog.namespace === namespace || catalog.namespace === global);
}

function existingIndex(
  namespace: string,
  subscriptions: readonly ResolverSubscription[],
  groups: readonly OperatorGroup[],
  { cluster }: ResolverRun,
): EntryIndex | { readonly error: string } {
  const csvs = withoutFailedPredecessors(
    cluster.clusterServiceVersions.filter((csv) => csv.namespace === namespace && !isCopied({ metadata: csv })),
    groups,
  );
  if ('error' in csvs) return csvs;
  const entries: Entry[] = [];
  for (const csv of csvs.toSorted((a, b) => compareText(a.name, b.name))) {
    const entry = existingEntry(csv, subscriptions);
    if ('error' in entry) return entry;
    entries.push(entry);
  }
  return entryIndex({ namespace, name: '@existing' }, entries);
}

function namespaceView(
  namespace: string,
  subscriptions: readonly ResolverSubscription[],
  existing: EntryIndex,
  visible: ResolverRun['catalogs'],
): NamespaceView {
  return {
    namespace,
    subscriptions,
    existing,
    catalogs: visible.map(({ index }) => index),
    catalogErrors: visible
      .filter(({ catalog }) => catalogProblems(catalog).some(isError))
      .map(({ index: { key } }) => `error using catalogsource ${key}: no registry client established for catalogsource ${key}`),
  };
}

/** The CSVs that count, or the error at which OLM stops. */
function withoutFailedPredecessors(
  csvs: readonly ResolverCsv[],
  groups: readonly OperatorGroup[],
): readonly ResolverCsv[] | { readonly error: string } {
  if (!groups.some(failsForward)) return csvs;
  const replacements = new Map(csvs.flatMap((csv) => (csv.replaces ? [[csv.replaces, csv] as const] : [])));
  const kept: ResolverCsv[] = [];
  for (const csv of csvs) {
    const last = lastReplacement(csv, replacements);
    if ('error' in last) return last;
    if (csv.phase !== 'Replacing' || last.phase !== 'Failed') kept.push(csv);
  }
  return kept;
}

function lastReplacement(csv: ResolverCsv, replacements: ReadonlyMap<string, ResolverCsv>): ResolverCsv | { readonly error: string } {
  const seen = new Set<string>();
  let last = csv;
  for (let next = replacements.get(csv.name); next; next = replacements.get(last.name)) {
    // OLM's WithCSVPhase and WithUniqueCSVs (resolver/fail_forward.go). A manifest without a status tells no phase.
    const { namespace, name, phase } = last;
    if (phase !== undefined && phase !== 'Replacing') return { error: `csv ${namespace}/${name} in phase ${phase} instead of Replacing` };
    if (seen.has(name)) return { error: `csv ${namespace}/${name} has already been seen` };
    seen.add(name);
    last = next;
  }
  return last;
}

/** The resolver over a cluster: which bundles its Subscriptions install together, and what a person should know. */
import { namespacedName } from '../../base/kubernetes/object.js';
import { withoutBroken } from '../model/broken-catalog.js';
import type { Catalog } from '../model/catalog.js';
import { catalogAt } from '../model/find-catalog.js';
import { catalogNotAtHand, namespaceNotResolved, type ResolverNote, upgradePlanFails } from '../model/resolver-note.js';
import type { Subscription } from '../model/subscription.js';
import { entryIndex, inPreference } from '../resolver/candidates.js';
import { notesOf } from '../resolver/notes.js';
import type { ChosenOperator, NamespaceResolution } from '../resolver/outcome.js';
import { freshOf, resolveAll } from '../resolver/resolve.js';
import type { ResolverCluster, ResolverCsv, ResolverSubscription } from '../resolver/resolver-input.js';
import type { Choice } from './choose.js';
import { type Course, coursesOf, type Way } from './courses.js';

/** One operator that OLM would install, and its namespace. */
export interface Brought extends ChosenOperator {
  readonly namespace: string;
  /** The catalog that is not at hand, and comes before that of a dependency (`namespace/name`): it may have another one. */
  readonly outranked?: string;
}

/** The answers of the resolver, without namespaces where it has none. */
export interface Resolved {
  readonly brought: readonly Brought[];
  readonly notes: readonly ResolverNote[];
  /** The namespaces without a solution: OLM resolves all Subscriptions of one together or none (Resolve in its resolver/resolver.go). */
  readonly unresolved: readonly string[];
}

/** The surroundings of a resolution. */
export interface Knowledge {
  /** Whether a startingCSV is the user's: with Automatic approval, OLM goes on from it by itself. @default none is */
  starts?(choice: Choice): boolean;
  /** Whether a CSV of the input is perhaps the installed one of a Subscription, so that it is not in the way. @default none is */
  mayBeOwn?(csv: ResolverCsv): boolean;
}

/**
 * Resolves every namespace as OLM would. Installed operators stay: it resolves only the Subscriptions without a CSV.
 *
 * @param choices the result of each Subscription alone
 */
export function resolveSubscriptions(
  choices: readonly Choice[],
  cluster: ResolverCluster,
  { starts = () => false, mayBeOwn = () => false }: Knowledge = {},
): Resolved {
  const unknown = new Set(choices.filter((choice) => choice.unknown).map(({ subscription }) => subscription));
  const marked = {
    ...cluster,
    catalogs: cluster.catalogs.map(withoutBroken),
    subscriptions: choices.map(({ subscription }) => asKnown(subscription, unknown)),
  };
  const there = keeping(marked, choices);
  const kept = { ...there, clusterServiceVersions: there.clusterServiceVersions.filter((csv) => !mayBeOwn(csv)) };
  const isWhole = kept.clusterServiceVersions.length === there.clusterServiceVersions.length;
  const answers = resolveAll(kept);
  const asTheyAre = kept.subscriptions.length === marked.subscriptions.length && isWhole ? answers : resolveAll(marked);
  const inTheWay = isWhole ? [] : resolveAll(there);
  const courses = coursesOf(
    choices.filter((choice) => choice.from && starts(choice)).map(({ subscription }) => subscription),
    kept,
  );
  const ways = new Map([...courses.values()].flatMap((course) => [...course.ways]));
  const installing = new Set(choices.filter(({ from }) => from).map(({ subscription }) => namespacedName(subscription)));
  const failing = answers.flatMap((answer) => notResolved(courses.get(answer.namespace)?.last ?? answer, kept, 'error'));
  const unresolved = failing.map(({ namespace }) => namespace);
  return {
    unresolved,
    brought: answers.flatMap((answer) => broughtBy(answer, courses.get(answer.namespace), cluster)),
    notes: [
      ...onePerCatalog(asTheyAre.flatMap((answer) => notesOf(answer, cluster, ways))).filter(
        (note) => !isToldOfOperators(note, unknown) && !isToldOfCsv(note, installing, ways),
      ),
      ...failing,
      ...inTheWay.filter(({ namespace }) => !unresolved.includes(namespace)).flatMap((answer) => notResolved(answer, there, 'warning')),
    ],
  };
}

/** The operators of a namespace: those of its first InstallPlan, or those at the end of its course. */
function broughtBy(answer: NamespaceResolution, course: Course | undefined, cluster: ResolverCluster): Brought[] {
  const { namespace } = answer;
  const all = course?.ends ?? freshOf(answer);
  return all.map((operator) => {
    const outranked = outranking(operator, all, answer, cluster);
    return { ...operator, namespace, ...(outranked === undefined ? {} : { outranked }) };
  });
}

/**
 * The catalog that is not at hand, and that OLM asks for a dependency before the one that it is taken from: first that of the bundle in need,
 * then the others by priority, namespace and name (sortableSnapshots.Less in OLM's resolver/cache/cache.go).
 */
function outranking(
  { catalog, askedForBy, neededBy }: ChosenOperator,
  all: readonly ChosenOperator[],
  { namespace, unknownCatalogs }: NamespaceResolution,
  { catalogs }: ResolverCluster,
): string | undefined {
  const isOfOwn = neededBy.length > 0 && neededBy.every((name) => all.some((one) => one.name === name && one.catalog === catalog));
  if (askedForBy.length > 0 || isOfOwn) return undefined;
  const indexes = [...unknownCatalogs, catalog].map((key) => {
    const [at = '', name = ''] = key.split('/');
    return entryIndex({ namespace: at, name, priority: catalogAt(catalogs, key)?.priority ?? 0 }, []);
  });
  const [first] = inPreference(indexes, '', namespace);
  return first && first.key !== catalog ? first.key : undefined;
}

/** The choice after resolution. OLM resolves a namespace as a whole; without an answer, each Subscription keeps its own result. */
export function decided(choice: Choice, brought: readonly Brought[], catalogs: readonly Catalog[]): Choice {
  const { namespace, name } = choice.subscription;
  // The later of two is the Subscription's own: OLM writes a CSV into its status as soon as the CSV exists.
  const together = choice.from && brought.findLast((one) => one.namespace === namespace && one.askedForBy.includes(name));
  const from = together && catalogAt(catalogs, together.catalog);
  if (!together || !from) return choice;
  const { name: csv, replaces } = together;
  const stays = stayingOf(brought).some((one) => one.namespace === namespace && one.name === replaces);
  return { ...choice, csv, from, ...(stays && replaces !== undefined ? { replaces } : {}) };
}

/** The versions that stay because a later one of the same Subscription does not run. */
export function stayingOf(brought: readonly Brought[]): readonly Brought[] {
  return brought.filter((one) =>
    brought.some((other) => other.namespace === one.namespace && other.replaces === one.name && other.askedForBy.length > 0),
  );
}

function asKnown(subscription: Subscription, unknown: ReadonlySet<Subscription>): ResolverSubscription {
  return unknown.has(subscription) ? { ...subscription, isUnknown: true } : subscription;
}

/** The cluster without the Subscriptions that have their CSV: the CSV stays, with the package in the Subscription. */
function keeping(cluster: ResolverCluster, choices: readonly Choice[]): ResolverCluster {
  const packages = new Map(
    choices.flatMap(({ subscription: { namespace, packageName }, csv, from }) =>
      csv !== undefined && !from ? [[`${namespace}/${csv}`, packageName] as const] : [],
    ),
  );
  return {
    ...cluster,
    subscriptions: cluster.subscriptions.filter((_, index) => choices[index]?.from || choices[index]?.unknown),
    clusterServiceVersions: cluster.clusterServiceVersions.map((csv) => {
      const packageName = packages.get(`${csv.namespace}/${csv.name}`);
      return packageName === undefined ? csv : { ...csv, packageName };
    }),
  };
}

/** Whether a note concerns a catalog of unknown operators: these are reported instead, whatever else sees the catalog. */
function isToldOfOperators({ id, subject }: ResolverNote, unknown: ReadonlySet<Subscription>): boolean {
  return (
    id === catalogNotAtHand.id &&
    [...unknown].some((one) => one.catalogSourceNamespace === subject.namespace && one.catalogSource === subject.name)
  );
}

/** Whether a failing InstallPlan is that of a CSV which is judged: its finding tells it. */
function isToldOfCsv(
  { id, subject: { namespace, name, kind } }: ResolverNote,
  installing: ReadonlySet<string>,
  ways: ReadonlyMap<string, Way>,
): boolean {
  if (id !== upgradePlanFails.id) return false;
  const asking = namespacedName({ namespace: namespace ?? '', name });
  return kind !== 'Subscription' || (installing.has(asking) && ways.get(asking)?.stop === undefined);
}

/** One note for each catalog: several namespaces can see it. */
function onePerCatalog(notes: readonly ResolverNote[]): ResolverNote[] {
  const said = new Set<string>();
  return notes.filter(({ id, subject, message }) => {
    if (subject.kind !== 'CatalogSource') return true;
    const key = JSON.stringify([id, subject, message]);
    const isFirst = !said.has(key);
    said.add(key);
    return isFirst;
  });
}

/**
 * Notes about failed namespaces. Verdicts already report a missing or second OperatorGroup; with unknown catalogs, no judgement is
 * possible.
 *
 * @param severity a warning where only a CSV that is perhaps the installed one is in the way
 */
function notResolved(
  { namespace, failure, unknownCatalogs }: NamespaceResolution,
  { operatorGroups }: ResolverCluster,
  severity: 'error' | 'warning',
): ResolverNote[] {
  if (!failure || unknownCatalogs.length > 0 || operatorGroups.filter((group) => group.namespace === namespace).length !== 1) return [];
  return [
    {
      id: namespaceNotResolved.id,
      severity,
      namespace,
      subject: { kind: 'Namespace', name: namespace },
      message: `OLM would install nothing new in the namespace, and says ${failure.reason}: ${failure.error}`,
      fix: failure.fixes[0] ?? 'run cdk8s-olm resolve, which names the documents that contradict each other',
    },
  ];
}

/** The resolver over a cluster: which bundles its Subscriptions install together, and what a person should know. */
import { type Catalog, catalogAt, withoutBroken } from '../model/catalog.js';
import { catalogNotAtHand, namespaceNotResolved, type ResolverNote } from '../model/resolver-note.js';
import type { Subscription } from '../model/subscription.js';
import { notesOf } from '../resolver/notes.js';
import type { ChosenOperator, NamespaceResolution } from '../resolver/outcome.js';
import { resolveAll } from '../resolver/resolve.js';
import type { ResolverCluster, ResolverSubscription } from '../resolver/resolver-cluster.js';
import type { Choice } from './choose.js';

/** One operator that OLM would install, and where. */
export interface Brought extends ChosenOperator {
  readonly namespace: string;
}

/** What the resolver answers; of namespaces where it cannot tell, nothing. */
export interface Resolved {
  readonly brought: readonly Brought[];
  readonly notes: readonly ResolverNote[];
}

/**
 * Resolves every namespace as OLM would. What is installed already stays as it is: only what the Subscriptions without a CSV
 * bring is asked for.
 *
 * @param choices what each Subscription comes to by itself
 */
export function resolveSubscriptions(choices: readonly Choice[], cluster: ResolverCluster): Resolved {
  const unknown = new Set(choices.filter((choice) => choice.unknown).map(({ subscription }) => subscription));
  const marked = {
    ...cluster,
    catalogs: cluster.catalogs.map(withoutBroken),
    subscriptions: choices.map(({ subscription }) => asKnown(subscription, unknown)),
  };
  const kept = keeping(marked, choices);
  const answers = resolveAll(kept);
  const asTheyAre = kept.subscriptions.length === marked.subscriptions.length ? answers : resolveAll(marked);
  return {
    brought: answers.flatMap(({ namespace, operators, installs }) =>
      operators.filter(({ name }) => installs.some((one) => one.name === name)).map((operator) => ({ ...operator, namespace })),
    ),
    notes: [
      ...onePerCatalog(asTheyAre.flatMap((answer) => notesOf(answer, cluster))).filter((note) => !isToldOfOperators(note, unknown)),
      ...answers.flatMap((answer) => notResolved(answer, kept)),
    ],
  };
}

/** OLM resolves a namespace as a whole; where it has no answer, each Subscription keeps what it comes to by itself. */
export function decided(choice: Choice, brought: readonly Brought[], catalogs: readonly Catalog[]): Choice {
  const { namespace, name } = choice.subscription;
  const together = choice.from && brought.find((one) => one.namespace === namespace && one.askedForBy.includes(name));
  const from = together && catalogAt(catalogs, together.catalog);
  return together && from ? { ...choice, csv: together.name, from } : choice;
}

function asKnown(subscription: Subscription, unknown: ReadonlySet<Subscription>): ResolverSubscription {
  return unknown.has(subscription) ? { ...subscription, isUnknown: true } : subscription;
}

/** Without the Subscriptions that already have their CSV: it stays, and is of the package that they name. */
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

/** For a catalog whose operators are not known, these are reported, whatever else sees it. */
function isToldOfOperators({ id, subject }: ResolverNote, unknown: ReadonlySet<Subscription>): boolean {
  return (
    id === catalogNotAtHand.id &&
    [...unknown].some((one) => one.catalogSourceNamespace === subject.namespace && one.catalogSource === subject.name)
  );
}

/** Several namespaces see one catalog. */
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

/** A namespace without one OperatorGroup has verdicts that say so; one whose catalogs are not known cannot be judged. */
function notResolved({ namespace, failure, unknownCatalogs }: NamespaceResolution, { operatorGroups }: ResolverCluster): ResolverNote[] {
  if (!failure || unknownCatalogs.length > 0 || operatorGroups.filter((group) => group.namespace === namespace).length !== 1) return [];
  return [
    {
      id: namespaceNotResolved.id,
      severity: 'warning',
      namespace,
      subject: { kind: 'Namespace', name: namespace },
      message: `OLM would install nothing new in the namespace, and says ${failure.reason}: ${failure.error}`,
      fix: failure.fixes[0] ?? 'run cdk8s-olm resolve, which names the documents that contradict each other',
    },
  ];
}

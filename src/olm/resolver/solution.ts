/** Chosen variables → the content of the InstallPlan (the second half of OLM's ResolveSteps). */
import { compareText } from '../../base/kubernetes/object.js';
import { catalogAsked } from '../model/find-catalog.js';
import type { Entry } from './entry.js';
import type { ChosenOperator, GeneratedSubscription, Installation, Solution } from './outcome.js';
import type { ResolverSubscription } from './resolver-input.js';
import type { NamespaceView, Variable } from './variable.js';

/** The new bundles, and their changes. */
export function solutionOf(chosen: ReadonlySet<string>, variables: ReadonlyMap<string, Variable>, view: NamespaceView): Solution {
  const all = [...chosen].flatMap((id) => variables.get(id) ?? []);
  // A CSV name can occur only once; the last one counts, as in OLM's map.
  const bundles = new Map(all.flatMap((variable) => (variable.entry?.bundle ? [[variable.entry.name, variable] as const] : [])));
  const sorted = [...bundles.values()].toSorted((a, b) => compareText(a.entry?.name ?? '', b.entry?.name ?? ''));
  const steps = sorted.flatMap((variable) => (variable.entry ? [stepOf(variable, variable.entry, all, view)] : []));
  return {
    operators: steps.map(({ operator }) => operator),
    generated: steps.flatMap(({ generated }) => generated).toSorted((a, b) => compareText(a.name, b.name)),
    updated: steps.flatMap(({ updated }) => updated).toSorted((a, b) => compareText(a.name, b.name)),
    installs: steps.flatMap(({ installs }) => installs),
  };
}

interface Step {
  readonly operator: ChosenOperator;
  readonly generated: readonly GeneratedSubscription[];
  readonly updated: Solution['updated'];
  readonly installs: readonly Installation[];
}

function stepOf(variable: Variable, entry: Entry, all: readonly Variable[], view: NamespaceView): Step {
  const subscriptions = view.subscriptions.filter((subscription) => isServedBy(subscription, entry));
  const operator = operatorOf(variable, entry, all, view, subscriptions);
  const hasCurrent = ({ currentCSV }: ResolverSubscription): boolean => view.existing.entries.some(({ name }) => name === currentCSV);
  const isUpToDate =
    subscriptions.length > 0 && subscriptions.every((subscription) => hasCurrent(subscription) && subscription.currentCSV === entry.name);
  if (isUpToDate) return { operator, generated: [], updated: [], installs: [] };
  const { image } = entry.bundle ?? {};
  return {
    operator,
    generated: subscriptions.length === 0 ? [generatedSubscription(entry)] : [],
    updated: subscriptions.filter(({ currentCSV }) => currentCSV !== entry.name).map(({ name }) => ({ name, currentCSV: entry.name })),
    installs: [{ name: entry.name, ...(operator.replaces ? { replaces: operator.replaces } : {}), ...(image ? { image } : {}) }],
  };
}

/** Whether a Subscription matches a bundle, by package, channel and catalog; the requester does not matter. */
export function isServedBy(
  { packageName, channel = '', ...asked }: ResolverSubscription,
  entry: Pick<Entry, 'packageName' | 'channel' | 'catalog'>,
): boolean {
  return packageName === entry.packageName && (channel === '' || channel === entry.channel) && catalogAsked(asked) === entry.catalog;
}

function operatorOf(
  { id, replaces: installed }: Variable,
  { name, catalog, channel, packageName, version, replaces, isAssumed, isDefaultChannel }: Entry,
  all: readonly Variable[],
  { subscriptions, existing }: NamespaceView,
  served: readonly ResolverSubscription[],
): ChosenOperator {
  const superseded = installed ?? (isAssumed ? undefined : replaces);
  const isStart = subscriptions.some(
    ({ startingCSV, installedCSV }) => startingCSV === name && !existing.entries.some((entry) => entry.name === installedCSV),
  );
  return {
    name,
    catalog,
    channel,
    package: packageName,
    ...(version ? { version: version.raw } : {}),
    ...(superseded ? { replaces: superseded } : {}),
    ...(isStart ? { startingCSV: name } : {}),
    ...(isDefaultChannel ? { defaultChannel: true as const } : {}),
    askedForBy: served.map((subscription) => subscription.name).toSorted(compareText),
    neededBy: neededBy(id, all),
  };
}

/** The chosen bundles and CSVs with a requirement that this one meets. */
function neededBy(id: string, all: readonly Variable[]): string[] {
  const needing = all.filter(
    ({ id: other, entry, constraints }) =>
      entry && other !== id && constraints.some((constraint) => constraint.kind === 'dependency' && constraint.ids.includes(id)),
  );
  return [...new Set(needing.flatMap(({ entry }) => entry?.name ?? []))].toSorted(compareText);
}

function generatedSubscription({ name, packageName, channel, catalog }: Entry): GeneratedSubscription {
  const [namespace, source] = catalog.split('/');
  return { name: [packageName, channel, source, namespace].join('-'), package: packageName, channel, catalog, startingCSV: name };
}

/** The solution of a namespace without changes. */
export const NO_SOLUTION: Solution = { operators: [], generated: [], updated: [], installs: [] };

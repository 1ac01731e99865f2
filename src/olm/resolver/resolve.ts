/** The resolver: OLM's installations in each namespace, once or until nothing changes, or until a version does not run. */

import { compareText } from '../../base/kubernetes/object.js';
import { catalogAt, packageOf } from '../model/find-catalog.js';
import type { ChosenOperator, NamespaceResolution } from './outcome.js';
import { newRun, type ResolverRun, resolveNamespace } from './resolve-namespace.js';
import { asGiven, newCsv } from './resolver-cluster.js';
import type { Hold, ResolverCluster, ResolverSubscription } from './resolver-input.js';

/** Resolves every namespace with a Subscription, sorted by name. Bundles that Subscriptions install already do not count. */
export function resolveAll(cluster: ResolverCluster): NamespaceResolution[] {
  return resolveRun(newRun(asGiven(cluster)));
}

function resolveRun(run: ResolverRun, done: ReadonlyMap<string, unknown> = new Map()): NamespaceResolution[] {
  const namespaces = [...new Set(run.cluster.subscriptions.map(({ namespace }) => namespace))].sort(compareText);
  return namespaces.filter((namespace) => !done.has(namespace)).map((namespace) => resolveNamespace(namespace, run));
}

/** Upgrades, followed to their end. */
export interface Upgrades {
  readonly rounds: readonly { readonly round: number; readonly namespaces: readonly NamespaceResolution[] }[];
  /** The cluster after the last round. */
  readonly final: ResolverCluster;
  /** Whether the last round changed nothing. */
  readonly stable: boolean;
  /** The first operator of a namespace that does not run, by namespace: nothing follows it. */
  readonly held: ReadonlyMap<string, Held>;
}

/** An operator that does not run, and why. */
export interface Held {
  readonly operator: ChosenOperator;
  readonly hold: Hold;
}

/** The limit of rounds: no catalog has a longer chain of upgrades. */
export const MAX_ROUNDS = 500;

/**
 * Resolves, applies every InstallPlan, and resolves again, until nothing changes. Assumes that every plan is approved. A plan that fails,
 * and a CSV that does not run, end the way of their namespace: a failed plan stops the next resolution (syncResolvingNamespace of OLM's
 * catalog operator); if a CSV does not run, the CSV before it stays, and no Subscription names it (its resolver/resolver.go).
 *
 * @param most the limit of rounds; beyond it, the result is marked as not stable
 */
export function resolveUntilStable(cluster: ResolverCluster, most = MAX_ROUNDS): Upgrades {
  const first = newRun(asGiven(cluster));
  const rounds: { round: number; namespaces: NamespaceResolution[] }[] = [];
  const held = new Map<string, Held>();
  let current = first.cluster;
  for (let round = 1; round <= most; round += 1) {
    const namespaces = resolveRun({ ...first, cluster: current }, held);
    if (namespaces.length > 0 || round === 1) rounds.push({ round, namespaces });
    if (namespaces.every(({ installs, generated, updated }) => installs.length + generated.length + updated.length === 0)) {
      return { rounds, final: current, stable: true, held };
    }
    for (const resolution of namespaces) {
      const failing = failingIn(resolution, current);
      const [stop] = failing;
      if (stop) held.set(resolution.namespace, stop);
      if (stop?.hold.at !== 'InstallPlan') current = applyResolution(current, resolution, failing);
    }
  }
  return { rounds, final: current, stable: false, held };
}

/** The operators that a resolution adds. */
export function freshOf({ operators, installs }: NamespaceResolution): readonly ChosenOperator[] {
  return operators.filter(({ name }) => installs.some((one) => one.name === name));
}

/** The operators of a resolution that do not run. A failed InstallPlan comes first: it stops the others, too. */
function failingIn(resolution: NamespaceResolution, { holdOf }: ResolverCluster): readonly Held[] {
  if (!holdOf) return [];
  const all = freshOf(resolution).flatMap((operator): Held[] => {
    const hold = holdOf(operator, resolution.namespace);
    return hold ? [{ operator, hold }] : [];
  });
  return all.toSorted((a, b) => Number(b.hold.at === 'InstallPlan') - Number(a.hold.at === 'InstallPlan'));
}

/** Adds new CSVs, removes the CSVs that they replace, and updates the status of Subscriptions. @param failing these replace nothing */
function applyResolution(cluster: ResolverCluster, resolution: NamespaceResolution, failing: readonly Held[]): ResolverCluster {
  const { namespace, generated, updated } = resolution;
  const fresh = freshOf(resolution);
  const installed = new Set(fresh.map(({ name }) => name));
  const standing = fresh.filter((operator) => !failing.some((one) => one.operator === operator));
  const replaced = new Set(standing.flatMap(({ replaces }) => replaces ?? []));
  const there = cluster.clusterServiceVersions.filter((csv) => csv.namespace === namespace);
  const earlier = new Map(there.map(({ name, replaces }) => [name, replaces]));
  // OLM deletes the whole chain before a CSV that runs.
  for (const name of replaced) replaced.add(earlier.get(name) ?? name);
  const gone = new Set(there.filter(({ name }) => replaced.has(name) || installed.has(name)));
  const csvs = cluster.clusterServiceVersions.filter((csv) => !gone.has(csv));
  const currentCSVs = new Map(updated.map(({ name, currentCSV }) => [name, currentCSV]));
  return {
    ...cluster,
    clusterServiceVersions: [
      ...csvs,
      ...fresh.map(({ name, version, replaces, catalog, package: of }) =>
        newCsv({ namespace, name, version, replaces }, packageOf(catalogAt(cluster.catalogs, catalog), of)?.bundles.get(name)),
      ),
    ],
    subscriptions: [
      ...cluster.subscriptions.map((subscription) => {
        const awaited = installed.has(subscription.currentCSV ?? '') ? subscription.currentCSV : undefined;
        const currentCSV = subscription.namespace === namespace ? (currentCSVs.get(subscription.name) ?? awaited) : undefined;
        return currentCSV === undefined ? subscription : { ...subscription, currentCSV, installedCSV: currentCSV };
      }),
      ...generated.map((one): ResolverSubscription => {
        const [catalogSourceNamespace = '', catalogSource = ''] = one.catalog.split('/');
        return {
          namespace,
          name: one.name,
          packageName: one.package,
          channel: one.channel,
          catalogSource,
          catalogSourceNamespace,
          startingCSV: one.startingCSV,
          installedCSV: one.startingCSV,
          currentCSV: one.startingCSV,
          generated: true,
        };
      }),
    ],
  };
}

/** The resolver: OLM's installations in each namespace, once or until nothing changes, assuming that every InstallPlan succeeds. */

import { compareText } from '../../base/kubernetes/object.js';
import { catalogAt, packageOf } from '../model/find-catalog.js';
import type { NamespaceResolution } from './outcome.js';
import { newRun, type ResolverRun, resolveNamespace } from './resolve-namespace.js';
import { asGiven, newCsv, type ResolverCluster, type ResolverCsv, type ResolverSubscription } from './resolver-cluster.js';

/** Resolves every namespace with a Subscription, sorted by name. Bundles that Subscriptions install already do not count. */
export function resolveAll(cluster: ResolverCluster): NamespaceResolution[] {
  return resolveRun(newRun(asGiven(cluster)));
}

function resolveRun(run: ResolverRun): NamespaceResolution[] {
  const namespaces = [...new Set(run.cluster.subscriptions.map(({ namespace }) => namespace))].sort(compareText);
  return namespaces.map((namespace) => resolveNamespace(namespace, run));
}

/** Upgrades, followed to their end. */
export interface Upgrades {
  readonly rounds: readonly { readonly round: number; readonly namespaces: readonly NamespaceResolution[] }[];
  /** The cluster after the last round. */
  readonly final: ResolverCluster;
  /** Whether the last round changed nothing. */
  readonly stable: boolean;
}

/** The limit of rounds: no catalog has a longer chain of upgrades. */
export const MAX_ROUNDS = 500;

/**
 * Resolves, applies every InstallPlan, and resolves again, until nothing changes. Assumes that every plan is approved and
 * every upgrade succeeds.
 *
 * @param most the limit of rounds; beyond it, the result is marked as not stable
 */
export function resolveUntilStable(cluster: ResolverCluster, most = MAX_ROUNDS): Upgrades {
  const first = newRun(asGiven(cluster));
  const rounds: { round: number; namespaces: NamespaceResolution[] }[] = [];
  let current = first.cluster;
  for (let round = 1; round <= most; round += 1) {
    const namespaces = resolveRun({ ...first, cluster: current });
    rounds.push({ round, namespaces });
    if (namespaces.every(({ installs, generated, updated }) => installs.length + generated.length + updated.length === 0)) {
      return { rounds, final: current, stable: true };
    }
    current = namespaces.reduce((before, resolution) => applyResolution(before, resolution), current);
  }
  return { rounds, final: current, stable: false };
}

/** Adds new CSVs, removes the CSVs that they replace, and updates the status of Subscriptions. */
function applyResolution(
  cluster: ResolverCluster,
  { namespace, operators, installs, generated, updated }: NamespaceResolution,
): ResolverCluster {
  const installed = new Set(installs.map(({ name }) => name));
  const fresh = operators.filter(({ name }) => installed.has(name));
  const replaced = new Set(fresh.flatMap(({ replaces }) => replaces ?? []));
  const isThere = (csv: ResolverCsv): boolean => csv.namespace === namespace;
  const csvs = cluster.clusterServiceVersions.filter((csv) => !(isThere(csv) && (replaced.has(csv.name) || installed.has(csv.name))));
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
        const currentCSV = subscription.namespace === namespace ? currentCSVs.get(subscription.name) : undefined;
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

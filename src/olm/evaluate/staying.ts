/**
 * What stays as it was, because a change cannot be installed: OLM deletes a CSV only after its successor has succeeded (phase Replacing in
 * OLM's transitionCSVState), a namespace that does not resolve keeps what it has, and OLM v1 leaves the objects of a ClusterExtension that it
 * cannot change (reconcile in operator-controller's clusterextension_controller.go).
 */
import { namespacedName } from '../../base/kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { cluster } from '../model/cluster-of-parts.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { withCrdsOf } from '../model/left-behind.js';
import type { Subscription } from '../model/subscription.js';
import type { Resolution, ResolvedCsv } from '../rules/resolution.js';

/** The state before a change. */
export interface Before {
  readonly cluster: Cluster;
  readonly resolution: Resolution;
}

/**
 * The cluster after a change, with what stays; undefined if nothing does.
 *
 * @param after the result of the change on a new cluster, with the names of the ClusterExtensions that are refused
 */
export function withStaying(after: Before & { readonly refused: readonly string[] }, before: Before): Cluster | undefined {
  const { cluster: changed, resolution, refused } = after;
  const ran = new Map(before.resolution.csvs.filter(isRunning).map(({ csv }) => [namespacedName(csv), csv]));
  const kept = new Map<string, ClusterServiceVersion>();
  const replaces = new Map<string, string>();
  for (const subscription of changed.subscriptions) {
    const old = installedBefore(subscription, before, ran);
    const next = old && resolution.csvs.find(({ csv }) => csv.namespace === subscription.namespace && csv.name === subscription.csv);
    if (!old || (next ? isRunning(next) : !isRefused(subscription, changed))) continue;
    const { isResolved: _, ...existing } = old;
    kept.set(namespacedName(old), existing);
    // A CSV that exists, and does not run, has the old one in `spec.replaces`.
    if (next && next.verdict.phase !== '' && next.csv.name !== old.name) replaces.set(namespacedName(next.csv), old.name);
  }
  const extensions = new Map(before.cluster.clusterExtensions.flatMap((one) => (one.bundle ? [[one.name, one] as const] : [])));
  const stays = (one: ClusterExtension): ClusterExtension | undefined =>
    refused.includes(one.name) || (one.problems.length > 0 && !one.bundle) ? extensions.get(one.name) : undefined;
  // One with a mistake of its own is not in the cluster.
  const present = new Set(changed.clusterExtensions.map(({ name }) => name));
  const missing = refused.flatMap((name) => (present.has(name) ? [] : (extensions.get(name) ?? [])));
  if (kept.size + missing.length === 0 && !changed.clusterExtensions.some(stays)) return undefined;
  const others = changed.clusterServiceVersions.filter((csv) => !kept.has(namespacedName(csv)));
  const csvs = others.map((csv) => {
    const name = replaces.get(namespacedName(csv));
    return name === undefined ? csv : { ...csv, replaces: name };
  });
  return withCrdsOf(
    [...kept.values()],
    cluster({
      ...changed,
      clusterServiceVersions: [...csvs, ...kept.values()],
      clusterExtensions: [...changed.clusterExtensions.map((one) => stays(one) ?? one), ...missing],
    }),
    before.cluster,
  );
}

/** The CSV that a Subscription had before, and that ran. */
function installedBefore(
  { namespace, packageName }: Subscription,
  { cluster: { subscriptions } }: Before,
  ran: ReadonlyMap<string, ClusterServiceVersion>,
): ClusterServiceVersion | undefined {
  const names = subscriptions
    .filter((one) => one.namespace === namespace && one.packageName === packageName)
    .flatMap(({ csv = [] }) => csv);
  return names.flatMap((name) => ran.get(namespacedName({ namespace, name })) ?? [])[0];
}

/** Whether a CSV is installed, if only until its successor runs. */
function isRunning({ verdict: { phase } }: ResolvedCsv): boolean {
  return phase === 'Succeeded' || phase === 'Replacing';
}

/** Whether a Subscription asks for something that does not exist: where something is only unknown, nothing is known to stay. */
function isRefused({ namespace, name }: Subscription, { unknownOperators }: Cluster): boolean {
  return unknownOperators.some(
    ({ why, subscription }) => why === 'refused' && subscription.namespace === namespace && subscription.name === name,
  );
}

/**
 * Aggregation: the rules that Kubernetes' controller fills into a ClusterRole with an aggregationRule: those of every
 * ClusterRole that one of its selectors matches, aggregated ones included (ClusterRoleAggregationController).
 */
import type { KubernetesObject } from '../model/kubernetes-object.js';
import type { LabelSelector } from '../model/label-selector.js';
import { matchesSelector } from './label-selector.js';

/** ClusterRoles by the labels that they carry. */
export type ByLabel = ReadonlyMap<string, readonly KubernetesObject[]>;

/**
 * ClusterRoles with their rules filled in; the others are returned as they are.
 *
 * @example
 * aggregate([...DEFAULT_CLUSTER_ROLES, etcdEdit]) // `edit` and `admin` now hold the rules of etcdEdit
 */
export function aggregate(clusterRoles: readonly KubernetesObject[]): KubernetesObject[] {
  const byLabel = indexByLabel(clusterRoles);
  return clusterRoles.map((role) => {
    if (!role.aggregationRule) return role;
    return { ...role, rules: aggregatedRoles(role, clusterRoles, byLabel).flatMap(({ rules }) => (rules ?? []) as unknown[]) };
  });
}

/** The ClusterRoles with rules of their own that one with an aggregationRule collects, directly or through others; each once. */
export function aggregatedRoles(
  role: KubernetesObject,
  clusterRoles: readonly KubernetesObject[],
  byLabel = indexByLabel(clusterRoles),
): KubernetesObject[] {
  return aggregationPaths(role, clusterRoles, byLabel).map((path) => path.at(-1) as KubernetesObject);
}

/**
 * The ways to those ClusterRoles: each leads through aggregated ones to one with rules of its own, by the fewest steps.
 * The role that they start from is left out.
 */
export function aggregationPaths(
  role: KubernetesObject,
  clusterRoles: readonly KubernetesObject[],
  byLabel = indexByLabel(clusterRoles),
): (readonly KubernetesObject[])[] {
  const seen = new Set([role]);
  const found: (readonly KubernetesObject[])[] = [];
  let pending: (readonly KubernetesObject[])[] = [[]];
  while (pending.length > 0) {
    const next: (readonly KubernetesObject[])[] = [];
    for (const path of pending) {
      for (const collected of selectorsOf(path.at(-1) ?? role).flatMap((selector) => selected(selector, clusterRoles, byLabel))) {
        if (seen.has(collected)) continue;
        seen.add(collected);
        (collected.aggregationRule ? next : found).push([...path, collected]);
      }
    }
    pending = next;
  }
  return found;
}

/** The selectors of a ClusterRole's aggregationRule; any of them may match. */
function selectorsOf({ aggregationRule }: KubernetesObject): readonly LabelSelector[] {
  return (aggregationRule as { clusterRoleSelectors?: LabelSelector[] | null } | null | undefined)?.clusterRoleSelectors ?? [];
}

function selected(selector: LabelSelector, all: readonly KubernetesObject[], byLabel: ByLabel): KubernetesObject[] {
  const [first] = Object.entries(selector.matchLabels ?? {});
  const candidates = first ? (byLabel.get(labelKey(...first)) ?? []) : all;
  return candidates.filter(({ metadata }) => matchesSelector(selector, metadata.labels ?? {}));
}

/** Indexes ClusterRoles by each label that they carry, for aggregatedRoles. */
export function indexByLabel(clusterRoles: readonly KubernetesObject[]): ByLabel {
  const index = new Map<string, KubernetesObject[]>();
  for (const role of clusterRoles) {
    for (const [key, value] of Object.entries(role.metadata.labels ?? {})) {
      const known = index.get(labelKey(key, value));
      if (known) known.push(role);
      else index.set(labelKey(key, value), [role]);
    }
  }
  return index;
}

function labelKey(key: string, value: string): string {
  return `${key}=${value}`;
}

/** Surroundings: an index of the cluster for findings about one CSV or group, made once for all of them. */

import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import type { BundleOutline } from '../model/bundle.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { type Rule, ruleWith } from '../model/finding.js';
import type { Resolution, ResolvedCsv, ResolvedGroup } from '../rules/resolution.js';

/** The parts of the cluster that findings about one object can use. */
export interface Surroundings {
  /** The bundles in the input. */
  readonly bundles: readonly BundleOutline[];
  /** Whether a part of the input was not read. */
  readonly isPartlyRead: boolean;
  /** The names of existing namespaces. */
  readonly namespaces: ReadonlySet<string>;
  /** OperatorGroups by `namespace/name`. */
  readonly groups: ReadonlyMap<string, ResolvedGroup>;
  /** The CSVs of each namespace, without copies. */
  readonly members: ReadonlyMap<string, readonly ResolvedCsv[]>;
  /** For each CSV in a circle of replacements: the CSVs of the circle; a CSV that replaces itself is a circle of its own. */
  readonly circles: ReadonlyMap<ClusterServiceVersion, readonly ClusterServiceVersion[]>;
}

/** Indexes a resolved cluster. */
export function surroundingsOf(
  { namespaces, bundles, isPartlyRead }: Pick<Cluster, 'namespaces' | 'bundles' | 'isPartlyRead'>,
  { csvs, groups }: Pick<Resolution, 'csvs' | 'groups'>,
): Surroundings {
  return {
    bundles,
    isPartlyRead: isPartlyRead === true,
    namespaces: new Set(namespaces.map(({ name }) => name)),
    groups: new Map(groups.map((group) => [namespacedName(group.group), group])),
    members: groupBy(csvs, ({ csv }) => csv.namespace),
    circles: replacementCircles(csvs.map(({ csv }) => csv)),
  };
}

function replacementCircles(csvs: readonly ClusterServiceVersion[]): Map<ClusterServiceVersion, readonly ClusterServiceVersion[]> {
  const byName = new Map(csvs.map((csv) => [namespacedName(csv), csv]));
  const circles = new Map<ClusterServiceVersion, readonly ClusterServiceVersion[]>();
  const visited = new Set<ClusterServiceVersion>();
  for (const start of csvs) {
    const path: ClusterServiceVersion[] = [];
    let next: ClusterServiceVersion | undefined = start;
    while (next && !visited.has(next)) {
      visited.add(next);
      path.push(next);
      next = next.replaces === undefined ? undefined : byName.get(namespacedName({ namespace: next.namespace, name: next.replaces }));
    }
    // A path closes a circle only if it ends at one of its own CSVs, not at an earlier path.
    const circle = next && path.includes(next) ? path.slice(path.indexOf(next)) : [];
    for (const csv of circle) circles.set(csv, circle);
  }
  return circles;
}

// The rules of this folder, by their subject.

/** A rule about one CSV. */
export type CsvRule = Rule<[csv: ResolvedCsv, surroundings: Surroundings]>;
export const csvRule = ruleWith<Pick<CsvRule, 'find'>>();
/** A rule about one OperatorGroup. */
export type GroupRule = Rule<[group: ResolvedGroup, surroundings: Surroundings]>;
export const groupRule = ruleWith<Pick<GroupRule, 'find'>>();
/** A rule about the interaction of CSVs and groups. */
export type ResolutionRule = Rule<[resolution: Resolution]>;
export const resolutionRule = ruleWith<Pick<ResolutionRule, 'find'>>();
/** A rule about the rest of the input. */
export type ClusterRule = Rule<[cluster: Cluster]>;
export const clusterRule = ruleWith<Pick<ClusterRule, 'find'>>();

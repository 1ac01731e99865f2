/** Pairs the workloads of both states: by kind, namespace and name, then by all but the name, then by the operator of the Deployment. */

import { containersOf } from '../../../../base/kubernetes/containers.js';
import { formatReference, groupBy, namespacedName } from '../../../../base/kubernetes/object.js';
import type { PodSpec } from '../../../../base/kubernetes/pod-spec.js';
import { csvPairs } from '../../../state/csv-pairs.js';
import { nearestPairs } from '../../../state/object-files.js';
import { renamedWorkloads } from '../../../state/renamed-workloads.js';
import type { State } from '../../../state/state.js';
import { type Workload, workloadsOf } from '../../../state/workloads.js';

/** A workload of one state, or of both. */
export interface WorkloadPair {
  readonly before?: Workload;
  readonly after?: Workload;
}

/** Pairs all workloads. If the upgrade of an operator removes exactly one workload and adds exactly one, the two are a pair. */
export function workloadPairs(base: State, head: State): WorkloadPair[] {
  // Several operators of a namespace can have Deployments of one name: each is paired within its operator if possible. Several files for
  // different clusters can contain one object: each is paired within its file, otherwise in order.
  const [was, is] = [workloadsOf(base), workloadsOf(head)];
  const kept = nearestPairs(was, is, ownKey, ({ object }) => object);
  const taken = new Set(kept.values());
  const others = is.filter((workload) => !kept.has(workload));
  const left = groupBy(
    was.filter((workload) => !taken.has(workload)),
    ({ reference }) => formatReference(reference),
  );
  for (const after of others) {
    const same = left.get(formatReference(after.reference))?.shift();
    if (same) kept.set(after, same);
  }
  const before = [...left.values()].flat();
  const pairs = is.map((after): WorkloadPair => ({ before: kept.get(after), after }));
  const gone = groupBy(before, operatorOf);
  const added = groupBy(
    pairs.filter((pair) => !pair.before),
    ({ after }) => after && operatorOf(after),
  );
  const old = new Map(before.map((workload) => [workload.object, workload]));
  const renamed = new Map<Workload, Workload>();
  for (const { before: kept, after } of pairs) {
    const from = after && !kept && !after.csv ? renamedWorkloads(base, head).get(after.object) : undefined;
    const own = from && old.get(from);
    if (after && own) renamed.set(after, own);
  }
  for (const { before: old, after: csv } of csvPairs(base, head)) {
    const [left, came] = [gone.get(old && namespacedName(old.csv)), added.get(csv && namespacedName(csv.csv))];
    const [from, to] = [left?.[0], came?.[0]?.after];
    if (old && csv && left?.length === 1 && came?.length === 1 && from && to) renamed.set(to, from);
  }
  const isRenamed = new Set(renamed.values());
  return [
    ...pairs.map((pair) => (pair.after && renamed.has(pair.after) ? { ...pair, before: renamed.get(pair.after) } : pair)),
    ...before.filter((workload) => !isRenamed.has(workload)).map((workload) => ({ before: workload })),
  ];
}

/** Maps the old name of a container to its new name, if exactly one container is removed and one added. */
export function renamedContainers(before: PodSpec, after: PodSpec): ReadonlyMap<string, string> {
  const [was, is] = [before, after].map((pod) => new Set(containersOf(pod).map(({ name }) => name))) as [Set<string>, Set<string>];
  const [gone, came] = [[...was].filter((name) => !is.has(name)), [...is].filter((name) => !was.has(name))];
  const [from, to] = [gone[0], came[0]];
  return from !== undefined && to !== undefined && gone.length === 1 && came.length === 1 ? new Map([[from, to]]) : new Map();
}

function ownKey(workload: Workload): string {
  return `${formatReference(workload.reference)} ${operatorOf(workload) ?? ''}`;
}

function operatorOf({ csv }: Workload): string | undefined {
  return csv && namespacedName(csv.csv);
}

/** Intersecting groups, found by holding every group against every other: what the rule must agree with. */
import type { GroupSurface } from '../../src/olm/rules/intersection.js';
import { intersection } from '../../src/olm/rules/namespace-set.js';

/** The other groups whose targets intersect a group's, in the order given. */
export function intersectingGroups<T extends GroupSurface>(group: GroupSurface, others: readonly T[]): T[] {
  return others.filter(
    (other) => !(other.namespace === group.namespace && other.name === group.name) && intersection(group.targets, other.targets).length > 0,
  );
}

/**
 * OperatorGroup intersection: groups that share a namespace must not provide the same APIs
 * (design document, "OperatorGroup Intersection"; OLM's groups.go).
 */
import { groupBy } from '../../base/kubernetes/object.js';
import type { ApiKey } from '../model/api-key.js';
import { containsNamespace, isAllNamespaces, type NamespaceSet, union } from './namespace-set.js';

/** The parts of a group that are compared with other groups. */
export interface GroupSurface {
  readonly namespace: string;
  readonly name: string;
  /** Target namespaces and the group's own; empty for a group that selects nothing. */
  readonly targets: NamespaceSet;
  /** The APIs in the group's annotation. */
  readonly providedApis: ReadonlySet<ApiKey>;
}

/**
 * The surface of a group. Its own namespace counts as a target, unless it selects nothing.
 *
 * @param namespaces the group's resolved namespaces
 */
export function groupSurface(
  group: { namespace: string; name: string },
  namespaces: NamespaceSet,
  providedApis: ReadonlySet<ApiKey>,
): GroupSurface {
  const isWhole = namespaces.length === 0 || containsNamespace(namespaces, group.namespace);
  const targets = isWhole ? namespaces : union(namespaces, [group.namespace]);
  return { namespace: group.namespace, name: group.name, targets, providedApis };
}

/**
 * Finds the groups that intersect a given one, as ascending indexes, on request. Groups with the same targets, and namespaces with the
 * same groups, are looked up only once, so that many groups or many common targets cost no more than one.
 */
export function intersections(groups: readonly Pick<GroupSurface, 'targets'>[]): (index: number) => readonly number[] {
  const targetsAt = (index: number): NamespaceSet => groups[index]?.targets ?? [];
  const selecting = [...groups.keys()].filter((index) => targetsAt(index).length > 0);
  const global = selecting.filter((index) => isAllNamespaces(targetsAt(index)));
  const bySet = groupBy(selecting, targetsAt);
  const setsAt = new Map<string, NamespaceSet[]>();
  for (const targets of bySet.keys()) {
    for (const namespace of targets) {
      const sets = setsAt.get(namespace);
      if (sets) sets.push(targets);
      else setsAt.set(namespace, [targets]);
    }
  }
  const known = new Map<NamespaceSet, readonly number[]>();
  const meeting = (targets: NamespaceSet): readonly number[] => {
    if (isAllNamespaces(targets)) return selecting;
    const sets = new Set(targets.flatMap((namespace) => setsAt.get(namespace) ?? []));
    const sharing = [...sets].flatMap((set) => bySet.get(set) ?? []);
    return [...new Set([...global, ...sharing])].sort((a, b) => a - b);
  };
  return (own) => {
    const targets = targetsAt(own);
    if (targets.length === 0) return [];
    const found = known.get(targets) ?? meeting(targets);
    known.set(targets, found);
    return found.filter((index) => index !== own);
  };
}

/** The four results of comparing a CSV's APIs with its own group and the intersecting ones. */
export type ApiReconciliation = 'NoAPIConflict' | 'AddAPIs' | 'RemoveAPIs' | 'APIConflict';

/**
 * Compares a CSV's APIs with the annotations of its group and of the intersecting groups.
 *
 * @param add the APIs that the CSV provides
 * @param intersecting the APIs in the intersecting groups' annotations
 */
export function reconcileApis(
  add: ReadonlySet<ApiKey>,
  group: Pick<GroupSurface, 'providedApis'>,
  intersecting: readonly Pick<GroupSurface, 'providedApis'>[],
): ApiReconciliation {
  const subset = [...add].every((api) => group.providedApis.has(api));
  const contested = intersecting.some(({ providedApis }) => [...add].some((api) => providedApis.has(api)));
  if (subset) return contested ? 'RemoveAPIs' : 'NoAPIConflict';
  return contested ? 'APIConflict' : 'AddAPIs';
}

/** The consequence for the CSV: it continues, its group's annotation changes, or it fails. */
export type ConflictConsequence =
  | { readonly kind: 'continue' }
  | { readonly kind: 'annotate'; readonly providedApis: ReadonlySet<ApiKey> }
  | {
      readonly kind: 'fail';
      readonly reason: 'InterOperatorGroupOwnerConflict' | 'CannotModifyStaticOperatorGroupProvidedAPIs';
      readonly message: string;
    };

/** The consequence of a result. A static group's annotation never changes; where another group's would, the CSV fails. */
export function consequence(
  outcome: ApiReconciliation,
  add: ReadonlySet<ApiKey>,
  group: { readonly providedApis: ReadonlySet<ApiKey>; readonly isStatic: boolean },
): ConflictConsequence {
  if (outcome === 'NoAPIConflict') return { kind: 'continue' };
  if (outcome === 'APIConflict') {
    return { kind: 'fail', reason: 'InterOperatorGroupOwnerConflict', message: 'intersecting operatorgroups provide the same apis' };
  }
  if (group.isStatic) {
    return {
      kind: 'fail',
      reason: 'CannotModifyStaticOperatorGroupProvidedAPIs',
      message: 'static provided api operatorgroup cannot be modified by these apis',
    };
  }
  const providedApis =
    outcome === 'AddAPIs' ? new Set([...group.providedApis, ...add]) : new Set([...group.providedApis].filter((api) => !add.has(api)));
  return { kind: 'annotate', providedApis };
}

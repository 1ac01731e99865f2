/** Adds to a state all objects that OLM leaves only in some orders, and finds the CSV that each of these permissions depends on. */
import { formatReference, namespacedName, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import type { GrantPath } from '../../base/rbac/grant.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import type { State } from './state.js';

/** The state in which every CSV gets as far as possible. */
export interface FurthestState {
  readonly state: State;
  /** The CSV that a path depends on; absent if the path exists in any order. */
  readonly causeOf: (path: Pick<GrantPath, 'binding' | 'roles' | 'owner'>) => ResolvedCsv | undefined;
}

/** The furthest state; undefined if no permission depends on the order. */
export function furthestState(state: State): FurthestState | undefined {
  const { perhaps = [] } = state;
  if (perhaps.length === 0) return undefined;
  const causes = new Map(perhaps.map(({ object, csv }) => [formatReference(referenceTo(object)), csv]));
  const owners = new Map(perhaps.map(({ csv }) => [namespacedName(csv.csv), csv]));
  const cause = (object: ObjectReference): ResolvedCsv | undefined => causes.get(formatReference(object));
  return {
    state: { ...state, objects: [...state.objects, ...perhaps.map(({ object }) => object)] },
    // Copies that differ only by namespace share one path, and one of them may exist in any order.
    causeOf: ({ binding, roles, owner }) =>
      [...(binding ? [binding] : []), ...roles].map(cause).find((csv) => csv !== undefined) ??
      owners.get(`${owner?.namespace}/${owner?.name}`),
  };
}

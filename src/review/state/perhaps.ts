/** The state with everything that OLM leaves only in some orders, and on which CSV each of those permissions depends. */
import { formatReference, namespacedName, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import type { GrantPath } from '../../base/rbac/grant.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import type { State } from './state.js';

/** A state in which every CSV came as far as it can. */
export interface FurthestState {
  readonly state: State;
  /** The CSV that a path depends on; absent where the path is there in any case. */
  readonly causeOf: (path: Pick<GrantPath, 'binding' | 'roles' | 'owner'>) => ResolvedCsv | undefined;
}

/** The furthest state; nothing where no permission depends on the order. */
export function furthestState(state: State): FurthestState | undefined {
  const { perhaps = [] } = state;
  if (perhaps.length === 0) return undefined;
  const causes = new Map(perhaps.map(({ object, csv }) => [formatReference(referenceTo(object)), csv]));
  const owners = new Map(perhaps.map(({ csv }) => [namespacedName(csv.csv), csv]));
  const cause = (object: ObjectReference): ResolvedCsv | undefined => causes.get(formatReference(object));
  return {
    state: { ...state, objects: [...state.objects, ...perhaps.map(({ object }) => object)] },
    // Copies that differ by their namespace alone are told as one of them, which may be there in any case.
    causeOf: ({ binding, roles, owner }) =>
      [...(binding ? [binding] : []), ...roles].map(cause).find((csv) => csv !== undefined) ??
      owners.get(`${owner?.namespace}/${owner?.name}`),
  };
}

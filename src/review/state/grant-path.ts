/** Finds the path to a permission: from the binding, through roles, to the source line of the rule. */

import { compareText, formatReference, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import type { Role } from '../../base/kubernetes/rbac.js';
import { type FieldPath, formatFieldPath } from '../../base/manifest/field-path.js';
import { oncePerObject } from '../../base/manifest/once.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { Grant, GrantPath } from '../../base/rbac/grant.js';
import type { AtomSource } from '../../base/rbac/sourced-atoms.js';
import { originFinder } from './role-origin.js';
import type { State } from './state.js';

/** Builds the paths of one state. */
export interface PathTeller {
  /** A path without its place. */
  tell(source: AtomSource): GrantPath;
  /** Adds the places to paths that `tell` returned, in grants or similar objects. */
  place<T extends Pick<Grant, 'paths'>>(grants: readonly T[]): T[];
}

/** A field of an object of the input. */
interface Spot {
  readonly object: ObjectReference;
  readonly field: FieldPath;
}

/** Builds paths: to the CSV if the rule was created for one, otherwise to the role that contains the rule. */
export function pathTeller(state: Pick<State, 'cluster' | 'resolution' | 'made' | 'placeOf' | 'untouched'>): PathTeller {
  const originOf = originFinder(state);
  const spots = new WeakMap<GrantPath, Spot>();
  // All rules on a path of aggregation share its list of roles, which can be as long as a chain of them.
  const rolesAfter = oncePerObject((role: Role) => oncePerObject((via: readonly Role[]) => [role, ...via].map(referenceOnce)));
  return {
    tell: oncePerObject(({ role: { binding, role }, rule: { via, index } }: AtomSource) => {
      const holding = via.at(-1) ?? role;
      // Default roles of Kubernetes have no owner, but their binding may have been created for an operator.
      const origin = originOf(holding, index) ?? (binding && originOf(binding));
      const path: GrantPath = {
        ...(binding ? { binding: referenceTo(binding) } : {}),
        roles: rolesAfter(role)(via),
        rule: index,
        ...(origin ? { owner: origin.owner } : {}),
        ...(origin?.field ? { field: formatFieldPath(origin.field) } : {}),
      };
      spots.set(
        path,
        origin ? { object: origin.owner, field: origin.field ?? [] } : { object: referenceTo(holding), field: ['rules', index] },
      );
      return path;
    }),
    place(grants) {
      const placeOf = placesOf(
        [...new Set(grants.flatMap(({ paths }) => paths))].flatMap((path) => spots.get(path) ?? []),
        state,
      );
      const placed = oncePerObject((path: GrantPath): GrantPath => {
        const spot = spots.get(path);
        const place = spot && placeOf(spot);
        return place ? { ...path, place } : path;
      });
      return grants.map((grant) => ({ ...grant, paths: grant.paths.map(placed) }));
    },
  };
}

const referenceOnce = oncePerObject((object: Role) => referenceTo(object));

/** Looks up each place once and in the order of objects: every lookup reads the file of the object again. */
function placesOf(
  spots: readonly Spot[],
  { placeOf, untouched }: Pick<State, 'placeOf' | 'untouched'>,
): (spot: Spot) => SourcePlace | undefined {
  const spotKey = ({ object, field }: Spot): string => `${formatReference(object)}\n${formatFieldPath(field)}`;
  const distinct = [...new Map(spots.map((spot) => [spotKey(spot), spot]))].sort(([a], [b]) => compareText(a, b));
  const places = new Map(distinct.map(([key, { object, field }]) => [key, placeOf(object, field) ?? untouched?.placeOf(object, field)]));
  return (spot) => places.get(spotKey(spot));
}

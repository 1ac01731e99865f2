/** Which Roles a name means: what stands under one name may differ from namespace to namespace. */

import type { ObjectOrCopies } from '../kubernetes/copies.js';
import { groupBy } from '../kubernetes/group-by.js';
import type { Role } from '../kubernetes/rbac.js';
import { byPlace } from './rbac-objects.js';

/** A role, in those of the namespaces asked about where it stands. */
export interface FoundRole {
  readonly role: ObjectOrCopies<Role>;
  /** In the order in which they were asked about. */
  readonly namespaces: readonly string[];
}

/** Finds the Roles of a name; namespaces without one are left out. */
export type FindRoles = (name: string, namespaces: readonly string[]) => FoundRole[];

/** Finds Roles among roles; ClusterRoles are passed over. */
export function roleFinder(items: readonly ObjectOrCopies<Role>[]): FindRoles {
  const byName = groupBy(
    items.filter(({ object }) => object.kind === 'Role'),
    ({ object }) => object.metadata.name,
  );
  const known = new Map<string, ReadonlyMap<string, ObjectOrCopies<Role>>>();
  const placed = (name: string): ReadonlyMap<string, ObjectOrCopies<Role>> => {
    const places = known.get(name) ?? byPlace(byName.get(name) ?? []);
    known.set(name, places);
    return places;
  };
  return (name, namespaces) => {
    const places = placed(name);
    const found = groupBy(namespaces, (namespace) => places.get(namespace));
    return [...found].flatMap(([role, here]) => (role ? [{ role, namespaces: here }] : []));
  };
}

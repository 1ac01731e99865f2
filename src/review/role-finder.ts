/** Which Roles a name means: what stands under one name may differ from namespace to namespace. */
import { groupBy } from '../model/group-by.js';
import type { ObjectOrCopies } from '../render/rendered.js';
import { byPlace } from './side-objects.js';

/** A Role, in those of the namespaces asked about where it stands. */
export interface FoundRole {
  readonly role: ObjectOrCopies;
  /** In the order in which they were asked about. */
  readonly namespaces: readonly string[];
}

/** Finds the Roles of a name; namespaces without one are left out. */
export type FindRoles = (name: string, namespaces: readonly string[]) => FoundRole[];

/** Finds Roles among objects; those of other kinds are passed over. */
export function roleFinder(items: readonly ObjectOrCopies[]): FindRoles {
  const byName = groupBy(
    items.filter(({ object }) => object.kind === 'Role'),
    ({ object }) => object.metadata.name,
  );
  const known = new Map<string, ReadonlyMap<string, ObjectOrCopies>>();
  const placed = (name: string): ReadonlyMap<string, ObjectOrCopies> => {
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

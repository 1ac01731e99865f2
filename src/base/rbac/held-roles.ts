/** Finds the roles that count in a state: bound roles, and the roles that bound ClusterRoles aggregate. */
import { formatReference, type KubernetesObject, referenceTo } from '../kubernetes/object.js';
import type { Rbac } from './bound.js';

/** References to these roles as text, such as `ClusterRole admin` and `Role team-a/reader`. Rights of other roles are in no grant. */
export function heldRoles(rbac: Rbac): ReadonlySet<string> {
  const known = HELD.get(rbac) ?? findHeld(rbac);
  HELD.set(rbac, known);
  return known;
}

/** Each part of a review asks for them. */
const HELD = new WeakMap<Rbac, ReadonlySet<string>>();

function findHeld({ bindings, rolesOf, clusterRoles, pathsFrom }: Rbac): ReadonlySet<string> {
  const bound = bindings
    .filter(({ subjects }) => subjects.length > 0)
    .flatMap((binding) => rolesOf(binding))
    .flatMap(({ role: { object }, namespaces }) =>
      object.kind === 'ClusterRole' ? [referenceTo(object)] : namespaces.map((namespace) => ({ ...referenceTo(object), namespace })),
    );
  // A chain of roles has each of them in many paths.
  const aggregated = new Set<KubernetesObject>();
  for (const role of clusterRoles.values()) {
    if (!role.aggregationRule) continue;
    aggregated.add(role);
    for (const path of pathsFrom(role)) for (const one of path) aggregated.add(one);
  }
  return new Set([...bound, ...[...aggregated].map(referenceTo)].map(formatReference));
}

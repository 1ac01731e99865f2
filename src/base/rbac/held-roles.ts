/** Which roles count for anybody of the state: those that somebody is bound to, and what ClusterRoles aggregate. */
import { formatReference, referenceTo } from '../kubernetes/object.js';
import type { Rbac } from './rbac.js';

/** References to them as text, such as `ClusterRole admin` and `Role team-a/reader`. What a role outside of these gives shows in no grant. */
export function heldRoles({ bindings, rolesOf, clusterRoles, pathsFrom }: Rbac): ReadonlySet<string> {
  const bound = bindings
    .filter(({ subjects }) => subjects.length > 0)
    .flatMap((binding) => rolesOf(binding))
    .flatMap(({ role: { object }, namespaces }) =>
      object.kind === 'ClusterRole' ? [referenceTo(object)] : namespaces.map((namespace) => ({ ...referenceTo(object), namespace })),
    );
  const aggregating = [...clusterRoles.values()].filter(({ aggregationRule }) => aggregationRule);
  const aggregated = aggregating.flatMap((role) => [role, ...pathsFrom(role).flat()]).map(referenceTo);
  return new Set([...bound, ...aggregated].map(formatReference));
}

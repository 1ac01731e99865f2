/** Finds bindings to unknown roles: such a binding gives an unknown permission, not none. */
import type { Binding } from '../kubernetes/rbac.js';
import type { Rbac } from './bound.js';
import type { GrantScope, GrantSubject } from './grant.js';

/** A binding whose role is neither in the input nor a default one, or aggregates only roles that are neither. */
export interface UnknownRole {
  readonly binding: Binding;
  readonly subjects: readonly GrantSubject[];
  readonly scope: Exclude<GrantScope, 'where-bound'>;
  /** Whether the role is known, but not the roles that it aggregates. @default false */
  readonly isAggregated?: boolean;
}

/** All of them, by name of the binding; for a RoleBinding, with the namespaces where the role is missing. */
export function unknownRoles({ bindings, rolesOf, choosesUnknown }: Rbac): UnknownRole[] {
  return bindings.flatMap((bound): UnknownRole[] => {
    const { binding, subjects, namespaces, isDefault, isUntouched } = bound;
    if (isDefault || isUntouched || subjects.length === 0) return [];
    const found = rolesOf(bound);
    if (found.some(({ role }) => choosesUnknown(role.object)))
      return [{ binding, subjects, scope: namespaces ?? 'cluster', isAggregated: true }];
    if (!namespaces) return found.length === 0 ? [{ binding, subjects, scope: 'cluster' }] : [];
    const known = new Set(found.flatMap((role) => role.namespaces));
    const missing = namespaces.filter((namespace) => !known.has(namespace));
    return missing.length === 0 ? [] : [{ binding, subjects, scope: missing }];
  });
}

/** Bindings to roles that nobody knows: what they give is not nothing. */
import type { Binding } from '../kubernetes/rbac.js';
import type { GrantScope, GrantSubject } from './grant.js';
import type { Rbac } from './rbac.js';

/** A binding whose role is neither in the input nor a default one, or aggregates what is neither. */
export interface UnknownRole {
  readonly binding: Binding;
  readonly subjects: readonly GrantSubject[];
  readonly scope: Exclude<GrantScope, 'where-bound'>;
  /** The role is known, and what it aggregates is not. @default false */
  readonly isAggregated?: boolean;
}

/** All of them, by name of the binding; of a RoleBinding, in the namespaces where the role is missing. */
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

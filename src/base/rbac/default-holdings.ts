/** What a subject holds by the bindings that every cluster has, and what it holds besides. */
import { isDefaultBinding } from './default-policy.js';
import type { BoundRole, SubjectRoles } from './rbac.js';

/** The holder without permissions that every account has, such as to ask who it is; nothing where it has no others. */
export function withoutDefaults(holder: SubjectRoles): SubjectRoles | undefined {
  const everywhere = holder.everywhere.filter((held) => !isDefault(held));
  return everywhere.length + holder.inNamespace.size > 0 ? { ...holder, everywhere } : undefined;
}

/** The holder with those alone; nothing where it has none. */
export function defaultsOf(holder: SubjectRoles): SubjectRoles | undefined {
  const everywhere = holder.everywhere.filter(isDefault);
  return everywhere.length > 0 ? { ...holder, everywhere, inNamespace: new Map() } : undefined;
}

function isDefault({ binding }: BoundRole): boolean {
  return binding !== undefined && isDefaultBinding(binding);
}

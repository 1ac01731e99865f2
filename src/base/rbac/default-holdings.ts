/** Separates the roles that a subject has by default bindings from its other roles. */

import type { BoundRole, SubjectRoles } from './bound.js';
import { isDefaultBinding } from './default-subjects.js';

/** The subject without the default permissions, such as to ask for its identity; undefined if it has no others. */
export function withoutDefaults(holder: SubjectRoles): SubjectRoles | undefined {
  const everywhere = holder.everywhere.filter((held) => !isDefault(held));
  return everywhere.length + holder.inNamespace.size > 0 ? { ...holder, everywhere } : undefined;
}

/** The subject with only the default permissions; undefined if it has none. */
export function defaultsOf(holder: SubjectRoles): SubjectRoles | undefined {
  const everywhere = holder.everywhere.filter(isDefault);
  return everywhere.length > 0 ? { ...holder, everywhere, inNamespace: new Map() } : undefined;
}

function isDefault({ binding }: BoundRole): boolean {
  return binding !== undefined && isDefaultBinding(binding);
}

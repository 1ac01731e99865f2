/** Finds the roles of a subject in one of the namespaces where it has them. */

import type { BoundRole, LocalRole } from './bound.js';
import { objectIn } from './rbac-objects.js';

export function heldIn(roles: readonly LocalRole[], namespace: string): BoundRole[] {
  return roles.map(({ binding, role }) => ({ binding: objectIn(binding, namespace), role: objectIn(role, namespace) }));
}

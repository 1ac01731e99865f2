/** Roles and RoleBindings in the operator namespace, from a CSV's `permissions`. */
import type { Generator } from './context.js';
import { namespacedRoles } from './permissions.js';

export const operatorRoles: Generator = ({ resolution }) =>
  resolution.csvs
    .flatMap(({ csv }) => namespacedRoles(csv))
    .flatMap(({ role, binding }) => [role, binding].map((object) => ({ emitSet: 'rbac' as const, object })));

/** ClusterRoles and ClusterRoleBindings from a CSV's `clusterPermissions`: the same in every install mode. */
import type { Generator } from './context.js';
import { clusterWideRoles } from './permissions.js';

export const operatorClusterRoles: Generator = ({ resolution }) =>
  resolution.csvs
    .flatMap(({ csv }) => clusterWideRoles(csv))
    .flatMap(({ role, binding }) => [role, binding].map((object) => ({ emitSet: 'rbac' as const, object })));

/**
 * ClusterRoles and ClusterRoleBindings: the cluster permissions, and all others too where the operator watches all namespaces
 * (OLM v1's BundleCSVClusterPermissionsGenerator).
 */
import type { StrategyPermission } from '../../model/registry-v1.js';
import { type V1Generator, watchesAll } from './context.js';
import { roleAndBinding } from './role-and-binding.js';

export const clusterRoles: V1Generator = (context) => {
  const { permissions, clusterPermissions } = context.bundle.csv;
  const lifted = watchesAll(context) ? permissions.map(withNamespaces) : [];
  return [...clusterPermissions, ...lifted].flatMap((permission) => roleAndBinding(context, permission));
};

/** An operator that watches all namespaces can also see which there are. */
function withNamespaces(permission: StrategyPermission): StrategyPermission {
  const namespaces = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] };
  return { ...permission, rules: [...(permission.rules ?? []), namespaces] };
}

/** A role, and the binding that gives it to an operator's ServiceAccount. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { StrategyPermission } from '../../model/registry-v1.js';
import type { V1Context } from './context.js';
import { accountOf, permissionName } from './names.js';

/** @param namespace of a Role; without one, it is a ClusterRole */
export function roleAndBinding(
  { bundle, installNamespace }: V1Context,
  permission: StrategyPermission,
  namespace?: string,
): KubernetesObject[] {
  const name = permissionName(bundle.csv.name, permission);
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  return [
    { apiVersion, kind, metadata, rules: permission.rules ?? [] },
    {
      apiVersion,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup, kind, name },
      subjects: [{ kind: 'ServiceAccount', name: accountOf(permission), namespace: installNamespace }],
    },
  ];
}

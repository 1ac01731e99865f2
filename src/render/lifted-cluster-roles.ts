/**
 * Lifted ClusterRoles: in a global group, every Role and RoleBinding of the operator becomes a ClusterRole
 * and a ClusterRoleBinding of the same name (design document, "RBAC"; OLM's ensureSingletonRBAC).
 */
import type { KubernetesObject } from '../model/kubernetes-object.js';
import type { PolicyRule } from '../model/policy-rule.js';
import type { Generator } from './context.js';
import { namespacedRoles, type RoleAndBinding } from './permissions.js';

/** An operator that watches all namespaces must be able to see them. */
const SEE_NAMESPACES: PolicyRule = { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] };

export const liftedClusterRoles: Generator = ({ resolution, placements }) =>
  resolution.csvs
    .filter((csv) => placements.get(csv)?.lifted)
    .flatMap(({ csv }) => namespacedRoles(csv))
    .flatMap(lift)
    .map((object) => ({ emitSet: 'rbac', object }));

/** A Role and its RoleBinding as ClusterRole and ClusterRoleBinding. */
export function lift({ role, binding }: RoleAndBinding): KubernetesObject[] {
  return [
    { ...clusterScoped(role), rules: [...(role.rules as PolicyRule[]), SEE_NAMESPACES] },
    { ...clusterScoped(binding), roleRef: { ...(binding.roleRef as object), kind: 'ClusterRole' } },
  ];
}

/** The same object for the whole cluster; its labels stay as they are, the hash of the rules included. */
function clusterScoped(object: KubernetesObject): KubernetesObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, kind: `Cluster${object.kind}`, metadata };
}

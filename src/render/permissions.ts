/**
 * The roles that follow from a CSV's permissions, with OLM's names: what its catalog operator makes of
 * `spec.install.spec.permissions` and `clusterPermissions` (OLM's RBACForClusterServiceVersion).
 */
import type { ClusterServiceVersion, Permission } from '../model/cluster-service-version.js';
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { isLabelValue } from '../model/names.js';
import { type PolicyRule, policyRule } from '../model/policy-rule.js';
import { componentLabels, ownerLabels } from './owner-labels.js';
import { bindingHash, permissionName, rulesHash } from './profile/hash.js';

/** A role and the binding that gives it to a ServiceAccount of the operator. */
export interface RoleAndBinding {
  readonly role: KubernetesObject;
  readonly binding: KubernetesObject;
}

/** Whether OLM makes any roles for a CSV: it must know the strategy, and the label `olm.owner` must hold the name. */
export function getsRoles({ installStrategy, name }: ClusterServiceVersion): boolean {
  return installStrategy === 'deployment' && isLabelValue(name);
}

/** A Role and a RoleBinding in the operator namespace for each entry of `permissions`; equal entries give one. */
export function namespacedRoles(csv: ClusterServiceVersion): RoleAndBinding[] {
  if (!getsRoles(csv)) return [];
  return unique(csv.permissions.map((permission) => roleAndBinding(csv, permission, { name: csv.name }, csv.namespace)));
}

/** A ClusterRole and a ClusterRoleBinding for each entry of `clusterPermissions`; equal entries give one. */
export function clusterWideRoles(csv: ClusterServiceVersion): RoleAndBinding[] {
  if (!getsRoles(csv)) return [];
  return unique(csv.clusterPermissions.map((permission) => roleAndBinding(csv, permission, { name: csv.name, namespace: csv.namespace })));
}

function roleAndBinding(
  csv: ClusterServiceVersion,
  permission: Permission,
  hashedAs: { name: string; namespace?: string },
  namespace?: string,
): RoleAndBinding {
  const rules = permission.rules?.map((rule): PolicyRule => policyRule(rule));
  const { serviceAccountName } = permission;
  const name = permissionName(hashedAs, { serviceAccountName, rules });
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const metadata = (hash: string): KubernetesObject['metadata'] => ({
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: {
      ...ownerLabels(csv, 'ClusterServiceVersion'),
      'olm.permissions.hash': hash,
      // A CSV cannot own what is cluster-scoped.
      ...(namespace === undefined ? {} : componentLabels(csv)),
    },
  });
  return {
    role: { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: metadata(rulesHash(rules)), rules: rules ?? [] },
    binding: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: `${kind}Binding`,
      metadata: metadata(bindingHash({ kind, name }, { name: serviceAccountName, namespace: csv.namespace })),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
      subjects: [{ kind: 'ServiceAccount', name: serviceAccountName, namespace: csv.namespace }],
    },
  };
}

function unique(roles: readonly RoleAndBinding[]): RoleAndBinding[] {
  return [...new Map(roles.map((entry) => [entry.role.metadata.name, entry])).values()];
}

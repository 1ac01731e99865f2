/**
 * ServiceAccounts, and the roles from a CSV's permissions with OLM's names: the output of its catalog operator for
 * `spec.install.spec.permissions` and `clusterPermissions` (OLM's RBACForClusterServiceVersion).
 */

import { isLabelValue } from '../../base/kubernetes/names.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { type PolicyRule, policyRule, policyRuleAsWritten } from '../../base/kubernetes/policy-rule.js';
import { bindingObject, roleObject } from '../../base/kubernetes/rbac.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { oncePerObject } from '../../base/manifest/once.js';
import type { ClusterServiceVersion, Permission } from '../model/cluster-service-version.js';
import { PERMISSIONS_HASH_LABEL } from '../model/csv-labels.js';
import { csvReference } from '../model/finding.js';
import type { Generator } from './context.js';
import { componentLabels, nonEmpty, ownerLabels } from './metadata.js';
import type { Era } from './profile/conventions.js';
import { bindingHash, generateName, rulesHash } from './profile/hash.js';
import type { Made } from './rendered.js';

/** A role and its binding to a ServiceAccount of the operator. */
export interface RoleAndBinding {
  readonly role: KubernetesObject;
  readonly binding: KubernetesObject;
  /** The entry of the CSV's permissions for both; the first of equal entries. */
  readonly field: FieldPath;
}

/** Roles and RoleBindings in the operator namespace, from a CSV's `permissions`. */
export const operatorRoles: Generator = ({ resolution, conventions }) =>
  resolution.csvs.flatMap(({ csv }) => namespacedRoles(csv, conventions).flatMap((roles) => madeOf(csv, roles)));

/** ClusterRoles and ClusterRoleBindings from a CSV's `clusterPermissions`: the same in every install mode. */
export const operatorClusterRoles: Generator = ({ resolution, conventions }) =>
  resolution.csvs.flatMap(({ csv }) => clusterWideRoles(csv, conventions).flatMap((roles) => madeOf(csv, roles)));

/** Both objects with their source. */
export function madeOf(csv: ClusterServiceVersion, { role, binding, field }: RoleAndBinding): [Made, Made] {
  const owner = csvReference(csv);
  return [
    { object: role, owner, field },
    { object: binding, owner, field },
  ];
}

/** Whether OLM makes roles for a CSV: the strategy must be known, and the name must be valid in the label `olm.owner`. */
export function getsRoles({ installStrategy, name }: ClusterServiceVersion): boolean {
  return installStrategy === 'deployment' && isLabelValue(name);
}

/** A Role and a RoleBinding in the operator namespace for each entry of `permissions`; equal entries share them. */
export const namespacedRoles = (csv: ClusterServiceVersion, era: Era): readonly RoleAndBinding[] => rolesIn(era).permissions(csv);

/** A ClusterRole and a ClusterRoleBinding for each entry of `clusterPermissions`; equal entries share them. */
export const clusterWideRoles = (csv: ClusterServiceVersion, era: Era): readonly RoleAndBinding[] => rolesIn(era).clusterPermissions(csv);

/** Made once: generators and the placement of roles ask for the same roles. */
const rolesIn = oncePerObject((era: Era) => ({
  permissions: oncePerObject((csv: ClusterServiceVersion) => rolesOf(csv, 'permissions', era, csv.namespace)),
  clusterPermissions: oncePerObject((csv: ClusterServiceVersion) => rolesOf(csv, 'clusterPermissions', era)),
}));

function rolesOf(csv: ClusterServiceVersion, list: 'permissions' | 'clusterPermissions', era: Era, namespace?: string): RoleAndBinding[] {
  if (!getsRoles(csv)) return [];
  const roles = new Map<string, RoleAndBinding>();
  for (const [index, permission] of csv[list].entries()) {
    const { role, binding } = roleAndBinding(csv, permission, era, namespace);
    const { name } = role.metadata;
    if (!roles.has(name)) roles.set(name, { role, binding, field: ['spec', 'install', 'spec', list, index] });
  }
  return [...roles.values()];
}

/** The name of the role and binding of an entry of the CSV's permissions. */
export function permissionRoleName(
  { name, namespace }: Pick<ClusterServiceVersion, 'name' | 'namespace'>,
  { serviceAccountName, rules }: Permission,
  { permissionHash }: Era,
  list: 'permissions' | 'clusterPermissions',
): string {
  const hashed = { serviceAccountName, rules: rules?.map(policyRuleAsWritten) };
  return list === 'permissions'
    ? generateName(`${name}-${serviceAccountName}`, permissionHash({ name }, hashed))
    : generateName(name, permissionHash({ name, namespace }, hashed));
}

function roleAndBinding(csv: ClusterServiceVersion, permission: Permission, era: Era, namespace?: string): Omit<RoleAndBinding, 'field'> {
  const rules = permission.rules?.map((rule): PolicyRule => policyRule(rule));
  const { serviceAccountName } = permission;
  const name = permissionRoleName(csv, permission, era, namespace === undefined ? 'clusterPermissions' : 'permissions');
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const metadata = (hash: string): KubernetesObject['metadata'] => ({
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: {
      ...ownerLabels(csv, 'ClusterServiceVersion', era),
      ...(era.labelsHashes ? { [PERMISSIONS_HASH_LABEL]: hash } : {}),
      // A CSV cannot own cluster-scoped objects.
      ...(namespace === undefined ? {} : componentLabels(csv)),
    },
  });
  return {
    role: roleObject(metadata(rulesHash(rules)), rules ?? []),
    binding: bindingObject(metadata(bindingHash({ kind, name }, { name: serviceAccountName, namespace: csv.namespace })), { kind, name }, [
      { kind: 'ServiceAccount', name: serviceAccountName, namespace: csv.namespace },
    ]),
  };
}

/** ServiceAccounts: one for each account in a CSV's permissions, except `default`, which every namespace has. */
export const serviceAccounts: Generator = ({ resolution, conventions }) => {
  const accounts = new Map<string, Made>();
  for (const { csv } of resolution.csvs) {
    if (csv.installStrategy !== 'deployment') continue;
    for (const list of ['permissions', 'clusterPermissions'] as const) {
      for (const [index, { serviceAccountName: name }] of csv[list].entries()) {
        if (name === 'default') continue;
        const known = accounts.get(`${csv.namespace}/${name}`);
        const labels = { ...known?.object.metadata.labels, ...conventions.managed, ...componentLabels(csv) };
        accounts.set(`${csv.namespace}/${name}`, {
          object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: csv.namespace, ...nonEmpty('labels', labels) } },
          owner: known?.owner ?? csvReference(csv),
          field: known?.field ?? ['spec', 'install', 'spec', list, index],
        });
      }
    }
  }
  return [...accounts.values()];
};

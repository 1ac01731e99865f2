/**
 * Needed roles: OLM copies or lifts the Roles of an operator only where its ServiceAccounts do not yet have the rights,
 * by any role or binding (OLM's permissionStatus, ensureCSVsInNamespaces and ensureRBACInTargetNamespace).
 */
import type { Cluster } from '../../model/cluster.js';
import type { ClusterServiceVersion, Permission } from '../../model/cluster-service-version.js';
import { groupBy } from '../../model/group-by.js';
import type { KubernetesObject } from '../../model/kubernetes-object.js';
import { type PolicyRule, policyRule } from '../../model/policy-rule.js';
import { aggregate } from '../../rules/aggregation.js';
import { DEFAULT_CLUSTER_ROLES } from '../../rules/default-cluster-roles.js';
import { isInvalidRule } from '../../rules/invalid-rules.js';
import { inOrder } from '../../rules/order.js';
import { type AccessRequest, type Identity, isAllowed, type Rbac, rbacOf } from '../../rules/permissions.js';
import type { ResolvedCsv } from '../../rules/resolve.js';
import { copyNamespaces, isGlobal } from '../context.js';
import { lift } from '../lifted-cluster-roles.js';
import { clusterWideRoles, namespacedRoles, type RoleAndBinding } from '../permissions.js';
import type { RenderInput, RolePlacement, RolePlacements } from '../role-placement.js';
import { bindingHash, rulesHash } from './hash.js';

/**
 * Takes the operators one after the other, since what one is given can satisfy the next.
 *
 * @param isCopied whether a CSV is copied at all
 */
export function placeNeededRoles({ cluster, resolution }: RenderInput, isCopied: (csv: ResolvedCsv) => boolean): RolePlacements {
  const granted = [
    ...foreignRbac(cluster),
    ...resolution.csvs.flatMap(({ csv }) => clusterWideRoles(csv).flatMap(({ role, binding }) => [role, binding])),
  ];
  const rolesIn = groupBy(
    resolution.csvs.flatMap(({ csv }) => namespacedRoles(csv)),
    ({ role }) => role.metadata.namespace ?? '',
  );
  const placements = new Map<ResolvedCsv, RolePlacement>();
  for (const csv of inOrder(resolution.csvs, () => false)) {
    const own = namespacedRoles(csv.csv);
    if (own.length === 0 || csv.group?.namespaces === undefined || hasInvalidRule(csv.csv)) continue;
    const rbac = rbacOf([...granted, ...own.flatMap(({ role, binding }) => [role, binding])]);
    if (isGlobal(csv)) {
      // Whatever its phase: OLM does this before it looks at it.
      const lifted =
        csv.verdict.neverSynced !== 'IsCopied' &&
        !isSatisfied(csv.csv, [...csv.csv.permissions, ...csv.csv.clusterPermissions], undefined, rbac);
      if (lifted) granted.push(...own.flatMap(lift));
      placements.set(csv, { copiedTo: [], lifted });
    } else if (isCopied(csv)) {
      const copiedTo = namespacesInNeed(csv, rbac, rolesIn, cluster);
      for (const namespace of copiedTo) rolesIn.set(namespace, [...(rolesIn.get(namespace) ?? []), ...own]);
      placements.set(csv, { copiedTo, lifted: false });
    }
  }
  return placements;
}

/** Roles and bindings of Kubernetes itself and of the input, without those that OLM made for a CSV. */
function foreignRbac(cluster: Cluster): KubernetesObject[] {
  const clusterRoles = new Map([...DEFAULT_CLUSTER_ROLES, ...cluster.clusterRoles].map((role) => [role.metadata.name, role]));
  return [...aggregate([...clusterRoles.values()]), ...cluster.clusterRoleBindings, ...cluster.roles, ...cluster.roleBindings].filter(
    ({ metadata }) => metadata.labels?.['olm.owner.kind'] !== 'ClusterServiceVersion',
  );
}

/** The target namespaces in which an operator lacks a right. */
function namespacesInNeed(
  csv: ResolvedCsv,
  rbac: Rbac,
  rolesIn: ReadonlyMap<string, readonly RoleAndBinding[]>,
  cluster: Cluster,
): string[] {
  const { csv: operator } = csv;
  const clusterWide = isSatisfied(operator, operator.clusterPermissions, undefined, rbac);
  const open = operator.permissions.filter((permission) => !isSatisfied(operator, [permission], undefined, rbac));
  return copyNamespaces(csv, { cluster }).filter(
    (namespace) =>
      !clusterWide ||
      open.some(
        (permission) =>
          !isRecognised(operator, permission, rolesIn.get(namespace) ?? []) && !isSatisfied(operator, [permission], namespace, rbac),
      ),
  );
}

/**
 * OLM takes a permission for given where a Role has the same rules and a binding gives that very Role to the account,
 * whoever made them; it looks for their hashes (OLM's permissionsPreviouslyCreated).
 */
function isRecognised(
  { namespace }: ClusterServiceVersion,
  { serviceAccountName, rules }: Permission,
  roles: readonly RoleAndBinding[],
): boolean {
  const hash = rulesHash(rules?.map(policyRule));
  const alike = roles.find(({ role }) => role.metadata.labels?.['olm.permissions.hash'] === hash);
  if (!alike) return false;
  const expected = bindingHash({ kind: 'Role', name: alike.role.metadata.name }, { name: serviceAccountName, namespace });
  return roles.some(({ binding }) => binding.metadata.labels?.['olm.permissions.hash'] === expected);
}

/** Whether the accounts may do all that the permissions say. @param namespace where; absent: in the whole cluster */
function isSatisfied(
  { namespace: home }: ClusterServiceVersion,
  permissions: readonly Permission[],
  namespace: string | undefined,
  rbac: Rbac,
): boolean {
  return permissions.every(({ serviceAccountName, rules }) => {
    // OLM asks for the account alone, not for the groups that every account is in.
    const identity: Identity = { user: `system:serviceaccount:${home}:${serviceAccountName}`, groups: [] };
    return (rules ?? []).every((rule) => requestsOf(policyRule(rule)).every((request) => isAllowed(rbac, identity, namespace, request)));
  });
}

/** Every single thing that a rule speaks of (OLM's toAttributesSet): a subresource is part of the resource's name. */
function requestsOf({ verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): AccessRequest[] {
  if (nonResourceURLs.length > 0) return verbs.flatMap((verb) => nonResourceURLs.map((path) => ({ verb, path })));
  const orEmpty = (values: readonly string[]): readonly string[] => (values.length === 0 ? [''] : values);
  return verbs.flatMap((verb) =>
    orEmpty(apiGroups).flatMap((apiGroup) =>
      orEmpty(resources).flatMap((resource) =>
        resourceNames.length === 0 ? [{ verb, apiGroup, resource }] : resourceNames.map((name) => ({ verb, apiGroup, resource, name })),
      ),
    ),
  );
}

/** OLM gives up on a rule that it cannot judge, and on everything that would come after it. */
function hasInvalidRule({ permissions, clusterPermissions }: ClusterServiceVersion): boolean {
  return [...permissions, ...clusterPermissions].some(({ rules }) => rules?.some((rule) => isInvalidRule(policyRule(rule))));
}

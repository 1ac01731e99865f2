/**
 * Needed roles: OLM copies or lifts an operator's Roles only if its ServiceAccounts lack the permissions, from any
 * role or binding (OLM's permissionStatus, ensureCSVsInNamespaces and ensureRBACInTargetNamespace).
 */

import { groupBy, type KubernetesObject, namespacedName } from '../../../base/kubernetes/object.js';
import { type PolicyRule, policyRule } from '../../../base/kubernetes/policy-rule.js';
import { oncePerKey, oncePerObject } from '../../../base/manifest/once.js';
import { type AccessRequest, isAllowed, ruleAllows, rulesFor } from '../../../base/rbac/authorizer.js';
import type { Rbac } from '../../../base/rbac/bound.js';
import { rbacOf } from '../../../base/rbac/rbac.js';
import { type Identity, subjectKeys } from '../../../base/rbac/subject.js';
import type { Cluster } from '../../model/cluster.js';
import type { ClusterServiceVersion, Permission } from '../../model/cluster-service-version.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import { inOlmOrder } from '../../rules/order.js';
import { isInvalidRule } from '../../rules/pending-rules.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import type { Generator, RenderContext } from '../context.js';
import { copyNamespaces } from '../copies-of.js';
import { clusterWideRoles, namespacedRoles } from '../permissions.js';
import { lift, type RolePlacement, type RolePlacements, rolesInTargets } from '../roles-in-targets.js';
import { type GrowingRbac, growingRbac } from './growing-rbac.js';
import { permissionKeys, type RecognisedPermissions, recognisedPermissions } from './recognised-permissions.js';

/** Roles in target namespaces, if they are needed. */
export const neededRolesInTargets: Generator = (context) => rolesInTargets(context, placeNeededRoles(context));

/** Places the roles of one operator after the other, because the roles of one can satisfy the next. */
export function placeNeededRoles({ cluster, resolution, conventions }: RenderContext): RolePlacements {
  if (resolution.csvs.length === 0) return new Map();
  const given = rbacOf({
    objects: [
      ...foreignRbac(cluster),
      ...resolution.csvs.flatMap(({ csv }) => clusterWideRoles(csv, conventions).flatMap(({ role, binding }) => [role, binding])),
    ],
    copied: [],
  });
  const recognised = recognisedPermissions(resolution.csvs.flatMap(({ csv }) => namespacedRoles(csv, conventions)));
  /** Lifted roles by the operators' namespace: they concern only accounts of that namespace. */
  const liftedFrom = new Map<string, GrowingRbac>();
  const placements = new Map<ResolvedCsv, RolePlacement>();
  const originals = new Set(resolution.csvs.map(({ csv }) => namespacedName(csv)));
  const isTaken = (target: string, { namespace, name }: ClusterServiceVersion): boolean =>
    target !== namespace && originals.has(`${target}/${name}`);
  const existing = new Set(cluster.namespaces.map(({ name }) => name));
  for (const csv of inOlmOrder(resolution.csvs, () => false)) {
    const { csv: operator } = csv;
    const own = namespacedRoles(operator, conventions);
    if (own.length === 0 || csv.annotatedBy?.namespaces === undefined || hasInvalidRule(operator)) continue;
    const lifted = liftedFrom.get(operator.namespace) ?? growingRbac();
    liftedFrom.set(operator.namespace, lifted);
    const rbacs = [given, ...lifted.parts];
    const lacks = (permission: Permission): boolean => missingRequests(operator, permission, rbacs).length > 0;
    if (isAllNamespaces(csv.annotatedBy.namespaces)) {
      // In any phase: OLM does this before it checks the phase.
      const isLifted = csv.verdict.neverSynced !== 'IsCopied' && [...operator.permissions, ...operator.clusterPermissions].some(lacks);
      if (isLifted) lifted.add(own.map(lift).flatMap(({ role, binding }) => [role, binding]));
      placements.set(csv, { copiedTo: [], lifted: isLifted });
    } else if (conventions.isCopied(csv)) {
      const targets = copyNamespaces(csv, { cluster });
      const copiedTo = operator.clusterPermissions.some(lacks) ? targets : namespacesInNeed(operator, targets, rbacs, recognised);
      for (const namespace of copiedTo) recognised.add(namespace, own);
      // OLM visits the targets in random order, and stops at a missing namespace, or where the copy would replace an original:
      // that namespace has Roles only if the copy was made before the original (OLM's ensureCSVsInNamespaces).
      const isUncertain = csv.annotatedBy.namespaces.some((target) => !existing.has(target) || isTaken(target, operator));
      placements.set(csv, { copiedTo, lifted: false, ...(isUncertain ? { isUncertain } : {}) });
    }
  }
  return placements;
}

/** Roles and bindings of the input, without those that OLM made for a CSV. */
function foreignRbac({ clusterRoles, clusterRoleBindings, roles, roleBindings }: Cluster): KubernetesObject[] {
  return [...clusterRoles, ...clusterRoleBindings, ...roles, ...roleBindings].filter(
    ({ metadata }) => metadata.labels?.['olm.owner.kind'] !== 'ClusterServiceVersion',
  );
}

/** The target namespaces in which an operator lacks a permission that it does not have in the whole cluster. */
function namespacesInNeed(
  operator: ClusterServiceVersion,
  targets: readonly string[],
  rbacs: readonly Rbac[],
  recognised: RecognisedPermissions,
): string[] {
  const open = operator.permissions.flatMap((permission) => {
    const requests = missingRequests(operator, permission, rbacs);
    return requests.length === 0
      ? []
      : [{ requests, keys: permissionKeys(operator, permission), identity: identityOf(operator, permission) }];
  });
  return targets.filter((namespace) =>
    open.some(
      ({ requests, keys, identity }) =>
        !recognised.has(namespace, keys) &&
        // What the account has in the whole cluster does not allow these requests.
        (!rbacs.some(({ bySubject }) => subjectKeys(identity).some((key) => bySubject.get(key)?.inNamespace.has(namespace))) ||
          !requests.every((request) => rbacs.some((rbac) => isAllowed(rbac, identity, namespace, request)))),
    ),
  );
}

/** The requests of a permission that its account may not make in the whole cluster. */
function missingRequests(operator: ClusterServiceVersion, permission: Permission, rbacs: readonly Rbac[]): AccessRequest[] {
  const held = rbacs.map((rbac) => heldIn(rbac)(identityOf(operator, permission).user));
  return (permission.rules ?? []).map(policyRule).flatMap((rule) => {
    const groups = rule.nonResourceURLs?.length ? [URLS] : [...(rule.apiGroups?.length ? rule.apiGroups : ['']), '*'];
    const near = held.flatMap((byGroup) => groups.flatMap((group) => byGroup.get(group) ?? []));
    return requestsOf(rule).filter((request) => !near.some((other) => ruleAllows(other.rule, request)));
  });
}

const URLS = '/';

/** The different rules of each account in the whole cluster, by API group (`/`: URLs): a thousand CSVs can share an account. */
const heldIn = oncePerObject((rbac: Rbac) =>
  oncePerKey((user: string) => {
    const all = new Map([...rulesFor(rbac, { user, groups: [] }, undefined)].map((rule) => [JSON.stringify(rule), rule]));
    const placed = [...all.values()].flatMap((rule) =>
      [...new Set([...(rule.apiGroups ?? []), ...(rule.nonResourceURLs?.length ? [URLS] : [])])].map((group) => ({ group, rule })),
    );
    return groupBy(placed, ({ group }) => group);
  }),
);

/** The account without groups: OLM ignores the groups of every account here. */
function identityOf({ namespace }: ClusterServiceVersion, { serviceAccountName }: Permission): Identity {
  return { user: `system:serviceaccount:${namespace}:${serviceAccountName}`, groups: [] };
}

/** All single requests that a rule covers (OLM's toAttributesSet): a subresource is part of the resource's name. */
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

/** Whether a rule is invalid: OLM stops at it, and skips everything after it. */
function hasInvalidRule({ permissions, clusterPermissions }: ClusterServiceVersion): boolean {
  return [...permissions, ...clusterPermissions].some(({ rules }) => rules?.some((rule) => isInvalidRule(policyRule(rule))));
}

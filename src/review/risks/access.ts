/**
 * Access: who holds which rule of which role, and where. An index over the roles and bindings of one side, with
 * Kubernetes' default ClusterRoles, that every risk rule looks into.
 */
import { groupBy } from '../../model/group-by.js';
import type { KubernetesObject } from '../../model/kubernetes-object.js';
import { type PolicyRule, policyRule } from '../../model/policy-rule.js';
import { aggregatedRoles, indexByLabel } from '../../rules/aggregation.js';
import { DEFAULT_CLUSTER_ROLES } from '../../rules/default-cluster-roles.js';
import type { ResolvedCsv } from '../../rules/resolve.js';
import { subjectKey } from '../holders.js';
import type { GrantScope, GrantSubject, ReviewSide, SideObjects } from '../review.js';
import { type FindRoles, type FoundRole, roleFinder } from '../role-finder.js';
import { objectIn, objectsOrCopies } from '../side-objects.js';
import { type BindingInNamespaces, bindingsOf } from './bindings.js';
import { type RuleOrigin, ruleOrigins } from './origins.js';

/** One rule of a role in a subject's hands. */
export interface Holding {
  readonly subject: GrantSubject;
  readonly scope: GrantScope;
  readonly rule: PolicyRule;
  /** Index in the rules of the last role. */
  readonly index: number;
  /** The role that is bound, then the one of those it aggregates that holds the rule. */
  readonly roles: readonly KubernetesObject[];
  /** Absent for whoever holds a role that aggregates others. */
  readonly binding?: KubernetesObject;
  /** Where the rule was written. */
  readonly origin: RuleOrigin;
}

/** What the rules look at. */
export interface Access {
  /** With what its bundles bring. */
  readonly side: ReviewSide;
  /**
   * Who is bound to one of Kubernetes' aggregated roles holds here what Kubernetes put into it. What comes on top is in
   * the hands of its `RoleHolder` alone: it is the same for everyone, and there can be thousands of both.
   */
  readonly holdings: readonly Holding[];
  /** By `subjectKey` of a ServiceAccount: the CSVs whose permissions or Deployments name it. */
  readonly operators: ReadonlyMap<string, readonly ResolvedCsv[]>;
  /** By name, Kubernetes' own among them. */
  readonly clusterRoles: ReadonlyMap<string, KubernetesObject>;
}

const KUBERNETES_OWN: ReadonlyMap<string, KubernetesObject> = new Map(DEFAULT_CLUSTER_ROLES.map((role) => [role.metadata.name, role]));

/** Whether a role is one that Kubernetes brings along. */
export function isDefaultRole({ kind, metadata }: Pick<KubernetesObject, 'kind' | 'metadata'>): boolean {
  return kind === 'ClusterRole' && KUBERNETES_OWN.has(metadata.name);
}

/** Indexes a side. Linear in its objects. */
export function accessOf(side: ReviewSide): Access {
  const ownRoles = side.objects.filter(({ kind }) => kind === 'ClusterRole');
  const clusterRoles = new Map([...KUBERNETES_OWN, ...ownRoles.map((role): [string, KubernetesObject] => [role.metadata.name, role])]);
  const originOf = ruleOrigins(side.resolution);
  const resolveRoles = roleSources(clusterRoles);
  const holdings: Holding[] = [];
  const hold = (
    sources: readonly (readonly KubernetesObject[])[],
    subjects: readonly GrantSubject[],
    scope: GrantScope,
    binding?: KubernetesObject,
  ): void => {
    for (const roles of sources) {
      for (const [index, rule] of rulesOf(roles.at(-1) as KubernetesObject).entries()) {
        const origin = originOf(roles.at(-1) as KubernetesObject, index);
        for (const subject of subjects) holdings.push({ subject, scope, rule, index, roles, origin, ...(binding ? { binding } : {}) });
      }
    }
  };
  for (const { binding, role, subjects, scope } of boundRoles(side, clusterRoles)) {
    const sources = resolveRoles(role);
    hold(isDefaultRole(role) ? sources.filter(isOfKubernetes) : sources, subjects, scope, binding);
  }
  for (const role of clusterRoles.values()) {
    if (role.aggregationRule) hold(resolveRoles(role), [{ kind: 'RoleHolder', name: role.metadata.name }], 'where-bound');
  }
  return { side, holdings, operators: operatorAccounts(side), clusterRoles };
}

function isOfKubernetes(roles: readonly KubernetesObject[]): boolean {
  return roles.every(isDefaultRole);
}

/** A role with rules of its own, or an aggregated one followed by each role that it collects. */
function roleSources(clusterRoles: ReadonlyMap<string, KubernetesObject>): (role: KubernetesObject) => readonly KubernetesObject[][] {
  const all = [...clusterRoles.values()];
  const byLabel = indexByLabel(all);
  const known = new Map<KubernetesObject, KubernetesObject[][]>();
  return (role) => {
    const sources =
      known.get(role) ?? (role.aggregationRule ? aggregatedRoles(role, all, byLabel).map((source) => [role, source]) : [[role]]);
    known.set(role, sources);
    return sources;
  };
}

function rulesOf({ rules }: KubernetesObject): PolicyRule[] {
  return Array.isArray(rules) ? rules.map((rule) => policyRule(rule as Record<string, unknown>)) : [];
}

interface BoundRole {
  readonly binding: KubernetesObject;
  readonly role: KubernetesObject;
  readonly subjects: readonly GrantSubject[];
  readonly scope: GrantScope;
}

/** Every binding with the role that it gives; the same Role in many namespaces once. */
function* boundRoles(side: SideObjects, clusterRoles: ReadonlyMap<string, KubernetesObject>): Generator<BoundRole> {
  const findRoles = roleFinder(objectsOrCopies(side));
  for (const bound of bindingsOf(side)) {
    const { binding, subjects, namespaces, roleRef } = bound;
    if (roleRef.kind === 'ClusterRole') {
      const role = clusterRoles.get(roleRef.name);
      if (role) yield { binding, role, subjects, scope: namespaces ?? 'cluster' };
    } else {
      for (const [role, scope] of rolesByContent(bound, findRoles)) yield { binding, role, subjects, scope };
    }
  }
}

/** The Roles that a binding of many namespaces refers to: those with the same rules together. */
function rolesByContent(
  { namespaces = [], roleRef: { name } }: BindingInNamespaces,
  findRoles: FindRoles,
): Map<KubernetesObject, string[]> {
  const alike = groupBy(findRoles(name, namespaces), ({ role }) => JSON.stringify(role.object.rules));
  return new Map(
    [...alike.values()].map((same) => {
      const [
        {
          role,
          namespaces: [namespace],
        },
      ] = same as [FoundRole];
      return [objectIn(role, namespace as string), same.flatMap((found) => found.namespaces)];
    }),
  );
}

function operatorAccounts({ resolution }: ReviewSide): Map<string, ResolvedCsv[]> {
  const pairs = resolution.csvs.flatMap((resolved) => {
    const { namespace, permissions, clusterPermissions, deploymentAccounts } = resolved.csv;
    const named = [...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName);
    return [...new Set([...named, ...deploymentAccounts.values()])].map((name) => ({
      account: subjectKey({ kind: 'ServiceAccount', namespace, name }),
      resolved,
    }));
  });
  return new Map([...groupBy(pairs, ({ account }) => account)].map(([account, found]) => [account, found.map(({ resolved }) => resolved)]));
}

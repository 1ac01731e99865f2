/**
 * Permissions: may this subject do that here? Kubernetes' RBAC authorizer over Roles, ClusterRoles and their
 * bindings, wildcards, resource names and non-resource URLs included
 * (Kubernetes' plugin/pkg/auth/authorizer/rbac and its RuleAllows).
 */
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { type PolicyRule, policyRule } from '../model/policy-rule.js';

/** Who asks: a user name and the groups it is in. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
}

/** What is asked for: a verb on a resource, or on a URL that is no resource. */
export type AccessRequest =
  | {
      readonly verb: string;
      readonly apiGroup: string;
      readonly resource: string;
      /** Such as `status` or `exec`. */
      readonly subresource?: string;
      /** The one object meant; absent for all of them. */
      readonly name?: string;
    }
  | { readonly verb: string; readonly path: string };

/** A subject of a binding. */
export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | null | undefined;
}

/** A Role or ClusterRole. */
export interface Role {
  readonly name: string;
  /** Absent for a ClusterRole. */
  readonly namespace?: string;
  readonly rules: readonly PolicyRule[];
}

/** A RoleBinding or ClusterRoleBinding. */
export interface RoleBinding {
  readonly name: string;
  /** Absent for a ClusterRoleBinding. */
  readonly namespace?: string;
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects: readonly Subject[];
}

/** Roles and bindings, indexed for questions. */
export interface Rbac {
  readonly roles: ReadonlyMap<string, Role>;
  readonly clusterRoles: ReadonlyMap<string, Role>;
  readonly clusterRoleBindings: readonly RoleBinding[];
  readonly roleBindings: ReadonlyMap<string, readonly RoleBinding[]>;
}

/** Indexes Roles, ClusterRoles and bindings; other objects are passed over. */
export function rbacOf(objects: Iterable<KubernetesObject>): Rbac {
  const roles = new Map<string, Role>();
  const clusterRoles = new Map<string, Role>();
  const clusterRoleBindings: RoleBinding[] = [];
  const roleBindings = new Map<string, RoleBinding[]>();
  for (const { kind, metadata, rules, roleRef, subjects } of objects) {
    const { name, namespace = 'default' } = metadata;
    if (kind === 'Role' || kind === 'ClusterRole') {
      const role = { name, rules: ((rules ?? []) as Record<string, unknown>[]).map(policyRule) };
      if (kind === 'ClusterRole') clusterRoles.set(name, role);
      else roles.set(`${namespace}/${name}`, { ...role, namespace });
    } else if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') {
      const binding = { name, roleRef: roleRef as RoleBinding['roleRef'], subjects: (subjects ?? []) as Subject[] };
      if (kind === 'ClusterRoleBinding') clusterRoleBindings.push(binding);
      else roleBindings.set(namespace, [...(roleBindings.get(namespace) ?? []), { ...binding, namespace }]);
    }
  }
  return { roles, clusterRoles, clusterRoleBindings, roleBindings };
}

/** A ServiceAccount as the authorizer sees it. */
export function serviceAccount({ namespace, name }: { namespace: string; name: string }): Identity {
  return {
    user: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

/** Whether a subject of a binding means this identity. @param bindingNamespace stands in for a ServiceAccount's missing namespace */
export function isSubject(subject: Subject, identity: Identity, bindingNamespace: string | undefined): boolean {
  switch (subject.kind) {
    case 'User':
      return subject.name === identity.user;
    case 'Group':
      return identity.groups.includes(subject.name);
    case 'ServiceAccount': {
      const namespace = subject.namespace || bindingNamespace;
      return namespace !== undefined && identity.user === `system:serviceaccount:${namespace}:${subject.name}`;
    }
    default:
      return false;
  }
}

/** Whether one rule allows a request. */
export function ruleAllows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!includesOrAll(rule.verbs, request.verb)) return false;
  if ('path' in request) return (rule.nonResourceURLs ?? []).some((url) => urlMatches(url, request.path));
  return (
    includesOrAll(rule.apiGroups, request.apiGroup) &&
    resourceMatches(rule.resources ?? [], request) &&
    nameMatches(rule.resourceNames ?? [], request.name)
  );
}

/**
 * Whether an identity may do something.
 *
 * @param namespace where; absent: in the whole cluster, so that only ClusterRoleBindings count
 */
export function isAllowed(rbac: Rbac, identity: Identity, namespace: string | undefined, request: AccessRequest): boolean {
  for (const rule of rulesFor(rbac, identity, namespace)) if (ruleAllows(rule, request)) return true;
  return false;
}

/** The rules that bind an identity in a namespace, or in the whole cluster. */
export function* rulesFor(rbac: Rbac, identity: Identity, namespace: string | undefined): Generator<PolicyRule> {
  const bindings =
    namespace === undefined ? rbac.clusterRoleBindings : [...rbac.clusterRoleBindings, ...(rbac.roleBindings.get(namespace) ?? [])];
  for (const binding of bindings) {
    if (!binding.subjects.some((subject) => isSubject(subject, identity, binding.namespace))) continue;
    yield* boundRole(rbac, binding)?.rules ?? [];
  }
}

/** The role that a binding names. A ClusterRoleBinding cannot name a Role. */
function boundRole({ roles, clusterRoles }: Rbac, { namespace, roleRef: { kind, name } }: RoleBinding): Role | undefined {
  if (kind === 'ClusterRole') return clusterRoles.get(name);
  return kind === 'Role' && namespace !== undefined ? roles.get(`${namespace}/${name}`) : undefined;
}

function includesOrAll(values: readonly string[] | undefined, wanted: string): boolean {
  return values !== undefined && (values.includes('*') || values.includes(wanted));
}

function resourceMatches(resources: readonly string[], { resource, subresource }: { resource: string; subresource?: string }): boolean {
  const wanted = subresource === undefined ? resource : `${resource}/${subresource}`;
  return resources.some(
    (allowed) => allowed === '*' || allowed === wanted || (subresource !== undefined && allowed === `*/${subresource}`),
  );
}

function nameMatches(names: readonly string[], wanted: string | undefined): boolean {
  return names.length === 0 || (wanted !== undefined && names.includes(wanted));
}

function urlMatches(allowed: string, path: string): boolean {
  return allowed === '*' || allowed === path || (allowed.endsWith('*') && path.startsWith(allowed.replace(/\*+$/, '')));
}

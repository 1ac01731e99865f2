/**
 * Kubernetes' authorizer once more, as plainly as it can be written: copies multiplied, every binding looked at in every
 * place. What the index of roles and bindings answers is held against it.
 */
import { matchesSelector } from '../../src/base/kubernetes/label-selector.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { type PolicyRule, policyRule } from '../../src/base/kubernetes/policy-rule.js';
import type { Role as RoleObject, Subject } from '../../src/base/kubernetes/rbac.js';
import { type AccessRequest, ruleAllows } from '../../src/base/rbac/authorizer.js';
import { KUBERNETES_DEFAULTS } from '../../src/base/rbac/default-policy.js';
import type { Identity } from '../../src/base/rbac/subject.js';

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

/** Roles and bindings. */
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

/**
 * Whether an identity may do something.
 *
 * @param namespace where; absent: in the whole cluster, so that only ClusterRoleBindings count
 */
export function isAllowed(rbac: Rbac, identity: Identity, namespace: string | undefined, request: AccessRequest): boolean {
  return authorizerOf(rbac, identity, namespace)(request);
}

/** What an identity may do there, for many questions. */
export function authorizerOf(rbac: Rbac, identity: Identity, namespace: string | undefined): (request: AccessRequest) => boolean {
  const rules = [...rulesFor(rbac, identity, namespace)];
  return (request) => rules.some((rule) => ruleAllows(rule, request));
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

/** Roles and bindings of these objects and of Kubernetes itself, aggregated. */
export function effectiveRbac(objects: Iterable<KubernetesObject>): Rbac {
  const given = [...objects];
  const { roles, bindings } = KUBERNETES_DEFAULTS;
  const byKey = new Map([...roles, ...bindings, ...given].map((object) => [keyOf(object), object]));
  const all = [...byKey.values()];
  const clusterRoles = all.filter(({ kind }) => kind === 'ClusterRole') as RoleObject[];
  return rbacOf(all.map((object) => (object.aggregationRule ? aggregated(object as RoleObject, clusterRoles) : object)));
}

function keyOf({ kind, metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${kind} ${namespace}/${name}`;
}

/** With the rules of everything that it collects, over and over until nothing comes on top. */
function aggregated(role: RoleObject, clusterRoles: readonly RoleObject[]): KubernetesObject {
  const found = new Set([role]);
  for (const { aggregationRule } of found) {
    for (const other of clusterRoles) {
      const isSelected = aggregationRule?.clusterRoleSelectors?.some((selector) => matchesSelector(selector, other.metadata.labels ?? {}));
      if (isSelected) found.add(other);
    }
  }
  return { ...role, rules: [...found].filter(({ aggregationRule }) => !aggregationRule).flatMap(({ rules }) => rules ?? []) };
}

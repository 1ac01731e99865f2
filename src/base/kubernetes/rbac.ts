/** Roles and bindings with types. Objects are typed once, when an index reads them; before that they are plain objects. */
import { requested } from '../rbac/requested.js';
import type { LabelSelector } from './label-selector.js';
import type { KubernetesObject, ObjectMeta } from './object.js';
import { type PolicyRule, policyRule } from './policy-rule.js';

/** A Role or ClusterRole. */
export interface Role extends KubernetesObject {
  /** For a ClusterRole with an aggregationRule, the written or stored rules: a controller fills them in. */
  readonly rules: readonly PolicyRule[];
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] | null } | null;
}

/** A RoleBinding or ClusterRoleBinding. */
export interface Binding extends KubernetesObject {
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** The role that a binding grants. */
export interface RoleRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** A subject of a binding, as written. */
export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | null | undefined;
}

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
export const RBAC_VERSION = `${RBAC_GROUP}/v1`;
export const RBAC_KINDS: ReadonlySet<string> = new Set(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']);

/** A Role as written; without a namespace, a ClusterRole. */
export function roleObject(metadata: ObjectMeta, rules: readonly unknown[]): KubernetesObject {
  return { apiVersion: RBAC_VERSION, kind: metadata.namespace === undefined ? 'ClusterRole' : 'Role', metadata, rules };
}

/** A RoleBinding as written; without a namespace, a ClusterRoleBinding. */
export function bindingObject(metadata: ObjectMeta, { kind, name }: RoleRef, subjects: readonly Subject[]): KubernetesObject {
  return {
    apiVersion: RBAC_VERSION,
    kind: metadata.namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC_GROUP, kind, name },
    subjects,
  };
}

/** OpenShift serves the same roles and bindings under its older API group, too. */
const OPENSHIFT_GROUP = 'authorization.openshift.io/';

/** Some manifests of bundles have no apiVersion: then the kind alone decides. */
function isRbac({ apiVersion }: Partial<KubernetesObject>): boolean {
  return (apiVersion?.startsWith(`${RBAC_GROUP}/`) ?? true) || isOpenShift({ apiVersion });
}

function isOpenShift({ apiVersion }: Partial<KubernetesObject>): boolean {
  return apiVersion?.startsWith(OPENSHIFT_GROUP) ?? false;
}

/** A Role or ClusterRole; undefined for another kind or API group. */
export function roleOf(object: KubernetesObject): Role | undefined {
  const { kind, rules } = object;
  if ((kind !== 'Role' && kind !== 'ClusterRole') || !isRbac(object)) return undefined;
  const typed = Array.isArray(rules) ? rules.map((rule) => requested(withoutEmptyName(policyRule(rule as Record<string, unknown>)))) : [];
  return { ...object, rules: isOpenShift(object) ? typed.map(withCoreGroup) : typed };
}

/** Requests without an object name (list, watch, create, deletecollection) have the name "", so a rule with "" allows all of them. */
function withoutEmptyName(rule: PolicyRule): PolicyRule {
  if (!rule.resourceNames?.includes('')) return rule;
  const { resourceNames: _, ...others } = rule;
  return others;
}

/** On OpenShift, a rule without API groups applies to the core group. */
function withCoreGroup(rule: PolicyRule): PolicyRule {
  return (rule.resources ?? []).length > 0 && (rule.apiGroups ?? []).length === 0 ? { ...rule, apiGroups: [''] } : rule;
}

/** A RoleBinding or ClusterRoleBinding; undefined for another kind or API group. */
export function bindingOf(object: KubernetesObject): Binding | undefined {
  const { kind, roleRef, subjects } = object;
  if ((kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') || !isRbac(object)) return undefined;
  if (isOpenShift(object)) return openShiftBinding(object);
  return { ...object, roleRef: roleRef as RoleRef, subjects: Array.isArray(subjects) ? (subjects as Subject[]) : [] };
}

/** Whether a RoleBinding or Role has no namespace, so that whoever applies it chooses one. */
export function isPlaceOpen({ kind, metadata }: KubernetesObject): boolean {
  return (kind === 'RoleBinding' || kind === 'Role') && !metadata.namespace;
}

/** Converts a binding as OpenShift does: a role without a namespace is a ClusterRole, and three lists can contain subjects. */
function openShiftBinding(object: KubernetesObject): Binding {
  const { name, namespace } = (object.roleRef ?? {}) as { name?: string; namespace?: string | null };
  const listed = [object.subjects].flat().filter((subject): subject is Subject => typeof subject === 'object' && subject !== null);
  const named = (list: unknown, kind: string): Subject[] =>
    Array.isArray(list) ? list.filter((entry) => typeof entry === 'string').map((entry) => ({ kind, name: entry })) : [];
  return {
    ...object,
    roleRef: { kind: namespace ? 'Role' : 'ClusterRole', name: name ?? '' },
    subjects: [
      ...listed.map((subject) => ({ ...subject, kind: subject.kind.replace(/^System(?=User$|Group$)/, '') })),
      ...named(object.userNames, 'User'),
      ...named(object.groupNames, 'Group'),
    ],
  };
}

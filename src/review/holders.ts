/**
 * Holders: who holds which roles, and where. Subjects of bindings, and the holders of aggregated ClusterRoles
 * wherever those are bound.
 */
import { groupOf } from '../model/kinds.js';
import { compareText, type KubernetesObject } from '../model/kubernetes-object.js';
import { DEFAULT_CLUSTER_ROLES } from '../rules/default-cluster-roles.js';
import type { Subject } from '../rules/permissions.js';
import type { GrantSubject } from './review.js';
import { type RoleRules, roleRulesOf } from './role-rules.js';

/** A role in somebody's hands. */
export interface HeldRole {
  /** Absent where the role is held wherever it is bound. */
  readonly binding?: KubernetesObject;
  readonly role: KubernetesObject;
}

/** A subject with its roles. */
export interface Holder {
  readonly subject: GrantSubject;
  /** Held in the whole cluster; of a `RoleHolder` wherever the role is bound. */
  readonly everywhere: readonly HeldRole[];
  /** By namespace: held there alone. */
  readonly inNamespace: ReadonlyMap<string, readonly HeldRole[]>;
}

/** All holders of a cluster, by a key of their own. */
export interface Holders {
  readonly bySubject: ReadonlyMap<string, Holder>;
  readonly rulesOf: (role: KubernetesObject) => RoleRules;
}

interface GrowingHolder extends Holder {
  readonly everywhere: HeldRole[];
  readonly inNamespace: Map<string, HeldRole[]>;
}

/**
 * Who holds what by these Roles, ClusterRoles and bindings, and by Kubernetes' own ClusterRoles; other objects are
 * passed over, also those of these kinds in other API groups, as are bindings to roles that are not there.
 */
export function holdersOf(objects: readonly KubernetesObject[]): Holders {
  const clusterRoles = new Map(DEFAULT_CLUSTER_ROLES.map((role) => [role.metadata.name, role]));
  const roles = new Map<string, KubernetesObject>();
  const rbac = objects.filter(({ apiVersion }) => groupOf(apiVersion) === 'rbac.authorization.k8s.io');
  for (const object of rbac) {
    if (object.kind === 'ClusterRole') clusterRoles.set(object.metadata.name, object);
    else if (object.kind === 'Role') roles.set(`${namespaceOf(object)}/${object.metadata.name}`, object);
  }
  const bySubject = new Map<string, GrowingHolder>();
  for (const binding of rbac) {
    const isClusterWide = binding.kind === 'ClusterRoleBinding';
    if (!isClusterWide && binding.kind !== 'RoleBinding') continue;
    const namespace = isClusterWide ? undefined : namespaceOf(binding);
    const { kind, name } = binding.roleRef as { kind: string; name: string };
    const role = kind === 'ClusterRole' ? clusterRoles.get(name) : roles.get(`${namespace}/${name}`);
    if (!role) continue;
    for (const subject of (binding.subjects ?? []) as Subject[]) {
      const who = grantSubject(subject, namespace);
      if (who) addTo(rolesIn(holder(bySubject, who), namespace), { binding, role });
    }
  }
  for (const role of clusterRoles.values()) {
    if (role.aggregationRule) holder(bySubject, { kind: 'RoleHolder', name: role.metadata.name }).everywhere.push({ role });
  }
  return { bySubject, rulesOf: roleRulesOf([...clusterRoles.values()]) };
}

/** Names a subject in maps. */
export function subjectKey({ kind, namespace, name }: GrantSubject): string {
  return JSON.stringify([kind, namespace ?? null, name]);
}

/** By kind, namespace and name. */
export function compareSubjects(a: GrantSubject, b: GrantSubject): number {
  return compareText(a.kind, b.kind) || compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name);
}

const ACCOUNT_USER = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** A subject of a binding; nothing where the authorizer would find nobody. The user name of a ServiceAccount means the account. */
function grantSubject({ kind, name, namespace }: Subject, bindingNamespace: string | undefined): GrantSubject | undefined {
  if (kind === 'Group') return { kind, name };
  if (kind === 'User') {
    const [, home, account] = ACCOUNT_USER.exec(name) ?? [];
    return home !== undefined && account !== undefined ? { kind: 'ServiceAccount', name: account, namespace: home } : { kind, name };
  }
  const home = namespace || bindingNamespace;
  return kind === 'ServiceAccount' && home !== undefined ? { kind, name, namespace: home } : undefined;
}

function holder(bySubject: Map<string, GrowingHolder>, subject: GrantSubject): GrowingHolder {
  const key = subjectKey(subject);
  const known = bySubject.get(key) ?? { subject, everywhere: [], inNamespace: new Map() };
  bySubject.set(key, known);
  return known;
}

function rolesIn({ everywhere, inNamespace }: GrowingHolder, namespace: string | undefined): HeldRole[] {
  if (namespace === undefined) return everywhere;
  const known = inNamespace.get(namespace) ?? [];
  inNamespace.set(namespace, known);
  return known;
}

/** A binding that names a subject twice gives it the role once. */
function addTo(roles: HeldRole[], held: HeldRole): void {
  if (roles.at(-1)?.binding !== held.binding) roles.push(held);
}

function namespaceOf({ metadata }: KubernetesObject): string {
  return metadata.namespace || 'default';
}

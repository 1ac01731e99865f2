/**
 * Holders: who holds which roles, and where. Subjects of bindings, and the holders of aggregated ClusterRoles
 * wherever those are bound.
 */
import { groupOf } from '../model/kinds.js';
import { compareText, type KubernetesObject } from '../model/kubernetes-object.js';
import type { ObjectOrCopies } from '../render/rendered.js';
import { DEFAULT_CLUSTER_ROLES } from '../rules/default-cluster-roles.js';
import type { Subject } from '../rules/permissions.js';
import { byNamespace } from './by-namespace.js';
import type { GrantSubject, SideObjects } from './review.js';
import { type FindRoles, type FoundRole, roleFinder } from './role-finder.js';
import { type RoleRules, roleRulesOf } from './role-rules.js';
import { namespacesOf, objectIn, objectsOrCopies } from './side-objects.js';

/** A role in somebody's hands. */
export interface HeldRole {
  /** Absent where the role is held wherever it is bound. */
  readonly binding?: KubernetesObject;
  readonly role: KubernetesObject;
}

/** A role in somebody's hands in namespaces; heldIn tells what it is in one of them. */
export interface LocalRole {
  readonly binding: ObjectOrCopies;
  readonly role: ObjectOrCopies;
}

/** A subject with its roles. */
export interface Holder {
  readonly subject: GrantSubject;
  /** Held in the whole cluster; of a `RoleHolder` wherever the role is bound. */
  readonly everywhere: readonly HeldRole[];
  /** By namespace: held there alone. Namespaces with the same copies of roles share one list. */
  readonly inNamespace: ReadonlyMap<string, readonly LocalRole[]>;
}

/** All holders of a cluster, by a key of their own. */
export interface Holders {
  readonly bySubject: ReadonlyMap<string, Holder>;
  readonly rulesOf: (role: KubernetesObject) => RoleRules;
}

interface GrowingHolder {
  readonly subject: GrantSubject;
  readonly everywhere: HeldRole[];
  readonly local: (LocalRole & { readonly namespaces: readonly string[] })[];
}

/**
 * Who holds what by these Roles, ClusterRoles and bindings, and by Kubernetes' own ClusterRoles; other objects are
 * passed over, also those of these kinds in other API groups, as are bindings to roles that are not there.
 */
export function holdersOf(side: SideObjects): Holders {
  const rbac = objectsOrCopies(side).filter(({ object }) => groupOf(object.apiVersion) === 'rbac.authorization.k8s.io');
  const clusterRoles = new Map(DEFAULT_CLUSTER_ROLES.map((role) => [role.metadata.name, role]));
  for (const { object } of rbac) if (object.kind === 'ClusterRole') clusterRoles.set(object.metadata.name, object);
  const findRoles = roleFinder(rbac);
  const growing = new Map<string, GrowingHolder>();
  for (const item of rbac) {
    const { object: binding, copies } = item;
    if (binding.kind === 'ClusterRoleBinding') {
      const { kind, name } = roleRefOf(binding);
      const role = kind === 'ClusterRole' ? clusterRoles.get(name) : undefined;
      if (role) for (const who of subjectsOf(binding, undefined)) holder(growing, who).everywhere.push({ binding, role });
    } else if (binding.kind === 'RoleBinding') {
      const namespaces = namespacesOf(item);
      const found = boundRoles(roleRefOf(binding), namespaces, clusterRoles, findRoles).map((role) => ({ binding: item, ...role }));
      if (found.length === 0) continue;
      for (const who of subjectsOf(binding, copies ? undefined : namespaces[0])) holder(growing, who).local.push(...found);
    }
  }
  for (const role of clusterRoles.values()) {
    if (role.aggregationRule) holder(growing, { kind: 'RoleHolder', name: role.metadata.name }).everywhere.push({ role });
  }
  return {
    bySubject: new Map([...growing].map(([key, grown]) => [key, finished(grown)])),
    rulesOf: roleRulesOf([...clusterRoles.values()]),
  };
}

/** What a subject holds in one of the namespaces where it has these roles. */
export function heldIn(roles: readonly LocalRole[], namespace: string): HeldRole[] {
  return roles.map(({ binding, role }) => ({ binding: objectIn(binding, namespace), role: objectIn(role, namespace) }));
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

interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

function roleRefOf({ roleRef }: KubernetesObject): RoleRef {
  return roleRef as RoleRef;
}

/** What a RoleBinding gives in its namespaces; nothing where the role is not there. */
function boundRoles(
  { kind, name }: RoleRef,
  namespaces: readonly string[],
  clusterRoles: ReadonlyMap<string, KubernetesObject>,
  findRoles: FindRoles,
): FoundRole[] {
  if (kind !== 'ClusterRole') return findRoles(name, namespaces);
  const object = clusterRoles.get(name);
  return object ? [{ role: { object }, namespaces }] : [];
}

/** Those of a binding, each once, however often it names them. */
function subjectsOf({ subjects }: KubernetesObject, namespace: string | undefined): Iterable<GrantSubject> {
  const found = ((subjects ?? []) as Subject[]).flatMap((subject) => grantSubject(subject, namespace) ?? []);
  return new Map(found.map((subject) => [subjectKey(subject), subject])).values();
}

function holder(bySubject: Map<string, GrowingHolder>, subject: GrantSubject): GrowingHolder {
  const key = subjectKey(subject);
  const known = bySubject.get(key) ?? { subject, everywhere: [], local: [] };
  bySubject.set(key, known);
  return known;
}

function finished({ subject, everywhere, local }: GrowingHolder): Holder {
  return { subject, everywhere, inNamespace: byNamespace(local, ({ namespaces }) => namespaces) };
}

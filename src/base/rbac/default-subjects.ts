/** Whom the roles and bindings of a new cluster are for. */
import type { KubernetesObject } from '../kubernetes/object.js';
import type { Binding } from '../kubernetes/rbac.js';
import { KUBERNETES_DEFAULTS, namesOf, openShift, PLATFORM_DEFAULTS } from './default-policy.js';

/** Whether OpenShift has a default ClusterRole with this name. */
export function isOpenShiftRole(name: string): boolean {
  return OPENSHIFT_NAMES.has(name);
}

/** Whether a binding is a default of Kubernetes, OpenShift or OLM, not part of the input. */
export function isDefaultBinding(binding: Binding): boolean {
  return DEFAULT_BINDINGS.has(binding);
}

/** Default roles for people, the roles that they aggregate, and roles for discovery and delegated authentication. */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  'admin',
  'cluster-admin',
  'edit',
  'system:aggregate-to-admin',
  'system:aggregate-to-edit',
  'system:aggregate-to-view',
  'system:auth-delegator',
  'system:basic-user',
  'system:discovery',
  'system:public-info-viewer',
  'view',
]);

/** Whether a role has the name of a default role that is intended for bindings; the others serve Kubernetes' own parts. */
export function isRoleForPeople({ kind, metadata }: KubernetesObject): boolean {
  return kind === 'ClusterRole' && FOR_PEOPLE.has(metadata.name);
}

const DISCOVERY_ROLES: ReadonlySet<string> = new Set(['system:public-info-viewer', 'system:discovery', 'system:basic-user']);
const DISCOVERY_GROUPS: ReadonlySet<string> = new Set(['system:authenticated', 'system:unauthenticated']);

/**
 * Whether a binding is one that every cluster has: it has the name of its role, and only the subjects that Kubernetes binds.
 * A snapshot contains all of them. The name alone proves nothing: anybody can use the names of Kubernetes' bindings and accounts.
 */
export function isKubernetesBinding(binding: Binding): boolean {
  const { name } = binding.metadata;
  if (binding.roleRef.name !== name) return false;
  if (DISCOVERY_ROLES.has(name)) return binding.subjects.every(({ kind, name: group }) => kind === 'Group' && DISCOVERY_GROUPS.has(group));
  const bound = BOUND_BY_KUBERNETES.get(bindingKey(binding));
  return bound !== undefined && binding.subjects.every((subject) => bound.has(subjectText(subject)));
}

export const OPENSHIFT_NAMES = namesOf(openShift.roles);

export const DEFAULT_BINDINGS: ReadonlySet<KubernetesObject> = new Set([...PLATFORM_DEFAULTS.values()].flatMap(({ bindings }) => bindings));

/** The subjects that Kubernetes binds to a role, by binding, as text. */
export const BOUND_BY_KUBERNETES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  KUBERNETES_DEFAULTS.bindings.map((binding) => [bindingKey(binding), new Set(binding.subjects.map(subjectText))]),
);

export function bindingKey({ kind, metadata: { namespace = '', name }, roleRef }: Binding): string {
  return JSON.stringify([kind, namespace, name, roleRef.kind, roleRef.name]);
}

export function subjectText({ kind, namespace, name }: Binding['subjects'][number]): string {
  return JSON.stringify([kind, namespace ?? '', name]);
}

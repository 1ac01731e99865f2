/** The roles and bindings of a new cluster. */
import type { KubernetesObject } from '../kubernetes/object.js';
import type { Binding, Role } from '../kubernetes/rbac.js';
import { policyOfVersion } from './defaults/by-version.js';
import { KUBERNETES_POLICY } from './defaults/kubernetes.js';
import { olmPolicy } from './defaults/olm.js';
import { OPENSHIFT_POLICY } from './defaults/openshift.js';
import { type Policy, parsePolicy } from './defaults/parse-policy.js';
import type { StateObjects } from './rbac-objects.js';

/** The defaults of every Kubernetes cluster. */
export const KUBERNETES_DEFAULTS: Policy = parsePolicy(KUBERNETES_POLICY);

const openShift = parsePolicy(OPENSHIFT_POLICY);

/** The defaults of an OpenShift cluster: those of Kubernetes and its own. */
export const OPENSHIFT_DEFAULTS: Policy = together(KUBERNETES_DEFAULTS, openShift);

const olm = { olm: parsePolicy(olmPolicy('olm')), openshift: parsePolicy(olmPolicy('openshift-operator-lifecycle-manager')) };

/** The defaults of each platform that the user can name. */
const PLATFORM_DEFAULTS: ReadonlyMap<string, Policy> = new Map(
  Object.entries<Policy>({
    olm: together(KUBERNETES_DEFAULTS, olm.olm),
    openshift: together(OPENSHIFT_DEFAULTS, olm.openshift),
  }),
);

function together(...policies: readonly Policy[]): Policy {
  return { roles: policies.flatMap(({ roles }) => roles), bindings: policies.flatMap(({ bindings }) => bindings) };
}

/** The default roles of a cluster without the default bindings: only the input binds subjects. */
export function rolesFor(state: OfCluster): Policy {
  return { ...defaultsFor(state), bindings: [] };
}

/** No defaults, if the defaults of the cluster are handled elsewhere. */
export const NO_DEFAULTS: Policy = { roles: [], bindings: [] };

/** The minor version of Kubernetes that the defaults come from. */
const RECORDED_MINOR = 32;

/** A cluster with this CRD is OpenShift. */
const OPENSHIFT_CRD = 'clusterversions.config.openshift.io';

/** Objects, and the known properties of their cluster. */
type OfCluster = Pick<StateObjects, 'objects'> & {
  readonly cluster?: { readonly platform?: string; readonly versions?: { readonly kubeVersion?: string | undefined } };
};

/** The defaults of the cluster with these objects; with several states, any of them can identify the cluster. */
export function defaultsFor(...states: readonly OfCluster[]): Policy {
  const policy = newestDefaults(states);
  const version = states.findLast(({ cluster }) => cluster?.versions?.kubeVersion !== undefined)?.cluster?.versions?.kubeVersion;
  return version === undefined ? policy : ofVersion(policy, version);
}

/** Policies by version. Each is made once, because a role is identified by its object. */
const OF_VERSION = new Map<Policy, Map<number, Policy>>();

function ofVersion(policy: Policy, version: string): Policy {
  const minor = Number(/^v?1\.(\d+)/.exec(version)?.[1] ?? RECORDED_MINOR);
  const known = OF_VERSION.get(policy) ?? new Map<number, Policy>();
  OF_VERSION.set(policy, known);
  const made = known.get(minor) ?? policyOfVersion(policy, minor, policy.roles.includes(openShift.roles[0] as Role));
  known.set(minor, made);
  return made;
}

/** The defaults of the recorded version. */
function newestDefaults(states: readonly OfCluster[]): Policy {
  const platform = states.flatMap(({ cluster }) => (cluster?.platform ? (PLATFORM_DEFAULTS.get(cluster.platform) ?? []) : []))[0];
  if (platform) return platform;
  const isOpenShift = ({ kind, metadata }: KubernetesObject): boolean =>
    kind === 'CustomResourceDefinition' && metadata.name === OPENSHIFT_CRD;
  return states.some(({ objects }) => objects.some(isOpenShift)) ? OPENSHIFT_DEFAULTS : KUBERNETES_DEFAULTS;
}

/** Whether OpenShift has a default ClusterRole with this name. */
export function isOpenShiftRole(name: string): boolean {
  return OPENSHIFT_NAMES.has(name);
}

const OPENSHIFT_NAMES = namesOf(openShift.roles);
const KUBERNETES_NAMES = namesOf(KUBERNETES_DEFAULTS.roles);
const PLATFORM_ROLES: ReadonlySet<KubernetesObject> = new Set([openShift, olm.olm, olm.openshift].flatMap(({ roles }) => roles));

function namesOf(roles: readonly Role[]): ReadonlySet<string> {
  return new Set(roles.filter(({ kind }) => kind === 'ClusterRole').map(({ metadata }) => metadata.name));
}

/** Whether a role has the name of a default ClusterRole of Kubernetes, or is a default role of OpenShift or OLM. */
export function isDefaultRole(role: KubernetesObject): boolean {
  return role.kind === 'ClusterRole' && (KUBERNETES_NAMES.has(role.metadata.name) || PLATFORM_ROLES.has(role));
}

const DEFAULT_BINDINGS: ReadonlySet<KubernetesObject> = new Set([...PLATFORM_DEFAULTS.values()].flatMap(({ bindings }) => bindings));

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

/** The subjects that Kubernetes binds to a role, by binding, as text. */
const BOUND_BY_KUBERNETES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  KUBERNETES_DEFAULTS.bindings.map((binding) => [bindingKey(binding), new Set(binding.subjects.map(subjectText))]),
);

function bindingKey({ kind, metadata: { namespace = '', name }, roleRef }: Binding): string {
  return JSON.stringify([kind, namespace, name, roleRef.kind, roleRef.name]);
}

function subjectText({ kind, namespace, name }: Binding['subjects'][number]): string {
  return JSON.stringify([kind, namespace ?? '', name]);
}

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

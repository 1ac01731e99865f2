/** The roles and bindings that a cluster has before anything is put into it. */
import type { KubernetesObject } from '../kubernetes/object.js';
import type { Binding, Role } from '../kubernetes/rbac.js';
import { policyOfVersion } from './defaults/by-version.js';
import { KUBERNETES_POLICY } from './defaults/kubernetes.js';
import { olmPolicy } from './defaults/olm.js';
import { OPENSHIFT_POLICY } from './defaults/openshift.js';
import { type Policy, parsePolicy } from './defaults/parse-policy.js';
import type { StateObjects } from './rbac-objects.js';

/** Of every Kubernetes cluster. */
export const KUBERNETES_DEFAULTS: Policy = parsePolicy(KUBERNETES_POLICY);

const openShift = parsePolicy(OPENSHIFT_POLICY);

/** Of an OpenShift cluster: those of Kubernetes, and its own. */
export const OPENSHIFT_DEFAULTS: Policy = together(KUBERNETES_DEFAULTS, openShift);

const olm = { olm: parsePolicy(olmPolicy('olm')), openshift: parsePolicy(olmPolicy('openshift-operator-lifecycle-manager')) };

/** Of a cluster that the user says is one of these. */
const PLATFORM_DEFAULTS: ReadonlyMap<string, Policy> = new Map(
  Object.entries<Policy>({
    olm: together(KUBERNETES_DEFAULTS, olm.olm),
    openshift: together(OPENSHIFT_DEFAULTS, olm.openshift),
  }),
);

function together(...policies: readonly Policy[]): Policy {
  return { roles: policies.flatMap(({ roles }) => roles), bindings: policies.flatMap(({ bindings }) => bindings) };
}

/** The default roles of a cluster without the default bindings: for what the input gives, and nothing else. */
export function rolesFor(state: OfCluster): Policy {
  return { ...defaultsFor(state), bindings: [] };
}

/** None, where those of the cluster are looked at elsewhere. */
export const NO_DEFAULTS: Policy = { roles: [], bindings: [] };

/** The minor version of Kubernetes that the defaults are of. */
const RECORDED_MINOR = 32;

/** What the objects say of the cluster: one that has this CRD is OpenShift. */
const OPENSHIFT_CRD = 'clusterversions.config.openshift.io';

/** Objects, and what is known of the cluster that they are of. */
type OfCluster = Pick<StateObjects, 'objects'> & {
  readonly cluster?: { readonly platform?: string; readonly versions?: { readonly kubeVersion?: string | undefined } };
};

/** The defaults of the cluster that these objects are of, or that any of these are of. */
export function defaultsFor(...states: readonly OfCluster[]): Policy {
  const policy = newestDefaults(states);
  const version = states.findLast(({ cluster }) => cluster?.versions?.kubeVersion !== undefined)?.cluster?.versions?.kubeVersion;
  return version === undefined ? policy : ofVersion(policy, version);
}

/** Each is made once, as a role is known by its object. */
const OF_VERSION = new Map<Policy, Map<number, Policy>>();

function ofVersion(policy: Policy, version: string): Policy {
  const minor = Number(/^v?1\.(\d+)/.exec(version)?.[1] ?? RECORDED_MINOR);
  const known = OF_VERSION.get(policy) ?? new Map<number, Policy>();
  OF_VERSION.set(policy, known);
  const made = known.get(minor) ?? policyOfVersion(policy, minor, policy.roles.includes(openShift.roles[0] as Role));
  known.set(minor, made);
  return made;
}

/** Those of the version that was recorded. */
function newestDefaults(states: readonly OfCluster[]): Policy {
  const platform = states.flatMap(({ cluster }) => (cluster?.platform ? (PLATFORM_DEFAULTS.get(cluster.platform) ?? []) : []))[0];
  if (platform) return platform;
  const isOpenShift = ({ kind, metadata }: KubernetesObject): boolean =>
    kind === 'CustomResourceDefinition' && metadata.name === OPENSHIFT_CRD;
  return states.some(({ objects }) => objects.some(isOpenShift)) ? OPENSHIFT_DEFAULTS : KUBERNETES_DEFAULTS;
}

/** Whether OpenShift has a ClusterRole of this name from the start. */
export function isOpenShiftRole(name: string): boolean {
  return OPENSHIFT_NAMES.has(name);
}

const OPENSHIFT_NAMES = namesOf(openShift.roles);
const KUBERNETES_NAMES = namesOf(KUBERNETES_DEFAULTS.roles);
const PLATFORM_ROLES: ReadonlySet<KubernetesObject> = new Set([openShift, olm.olm, olm.openshift].flatMap(({ roles }) => roles));

function namesOf(roles: readonly Role[]): ReadonlySet<string> {
  return new Set(roles.filter(({ kind }) => kind === 'ClusterRole').map(({ metadata }) => metadata.name));
}

/** Whether a role has the name of a default ClusterRole of Kubernetes, or is one of OpenShift or OLM. */
export function isDefaultRole(role: KubernetesObject): boolean {
  return role.kind === 'ClusterRole' && (KUBERNETES_NAMES.has(role.metadata.name) || PLATFORM_ROLES.has(role));
}

const DEFAULT_BINDINGS: ReadonlySet<KubernetesObject> = new Set([...PLATFORM_DEFAULTS.values()].flatMap(({ bindings }) => bindings));

/** Whether a binding is one that Kubernetes, OpenShift or OLM brings along, rather than one of the input. */
export function isDefaultBinding(binding: Binding): boolean {
  return DEFAULT_BINDINGS.has(binding);
}

/** Those for people, what these aggregate, and those for discovery and delegated authentication. */
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

/** Whether a role has the name of a default one that is made to be bound; the others are for Kubernetes' own parts. */
export function isRoleForPeople({ kind, metadata }: KubernetesObject): boolean {
  return kind === 'ClusterRole' && FOR_PEOPLE.has(metadata.name);
}

const DISCOVERY_ROLES: ReadonlySet<string> = new Set(['system:public-info-viewer', 'system:discovery', 'system:basic-user']);
const DISCOVERY_GROUPS: ReadonlySet<string> = new Set(['system:authenticated', 'system:unauthenticated']);

/** Whom Kubernetes binds to a role, by the binding, each as text. */
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
 * Whether a binding is one of those that every cluster has: named as its role, and for nobody but those to whom Kubernetes binds it.
 * A snapshot holds them all. Names alone say nothing, as anybody can call a binding and an account as Kubernetes' controllers are called.
 */
export function isKubernetesBinding(binding: Binding): boolean {
  const { name } = binding.metadata;
  if (binding.roleRef.name !== name) return false;
  if (DISCOVERY_ROLES.has(name)) return binding.subjects.every(({ kind, name: group }) => kind === 'Group' && DISCOVERY_GROUPS.has(group));
  const bound = BOUND_BY_KUBERNETES.get(bindingKey(binding));
  return bound !== undefined && binding.subjects.every((subject) => bound.has(subjectText(subject)));
}

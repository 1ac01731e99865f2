/** The roles and bindings of a new cluster. */
import type { KubernetesObject } from '../kubernetes/object.js';
import type { Role } from '../kubernetes/rbac.js';
import { policyOfVersion } from './defaults/by-version.js';
import { KUBERNETES_POLICY } from './defaults/kubernetes.js';
import { olmPolicy } from './defaults/olm.js';
import { OPENSHIFT_POLICY } from './defaults/openshift.js';
import { type Policy, parsePolicy } from './defaults/parse-policy.js';
import type { StateObjects } from './rbac-objects.js';

/** The defaults of every Kubernetes cluster. */
export const KUBERNETES_DEFAULTS: Policy = parsePolicy(KUBERNETES_POLICY);

export const openShift = parsePolicy(OPENSHIFT_POLICY);

/** The defaults of an OpenShift cluster: those of Kubernetes and its own. */
export const OPENSHIFT_DEFAULTS: Policy = together(KUBERNETES_DEFAULTS, openShift);

const olm = { olm: parsePolicy(olmPolicy('olm')), openshift: parsePolicy(olmPolicy('openshift-operator-lifecycle-manager')) };

/** The defaults of each platform that the user can name. */
export const PLATFORM_DEFAULTS: ReadonlyMap<string, Policy> = new Map(
  Object.entries<Policy>({
    olm: together(KUBERNETES_DEFAULTS, olm.olm),
    openshift: together(OPENSHIFT_DEFAULTS, olm.openshift),
  }),
);

function together(...policies: readonly Policy[]): Policy {
  return { roles: policies.flatMap(({ roles }) => roles), bindings: policies.flatMap(({ bindings }) => bindings) };
}

/** No defaults, if the defaults of the cluster are handled elsewhere. */
export const NO_DEFAULTS: Policy = { roles: [], bindings: [] };

/** The minor version of Kubernetes that the defaults come from. */
const RECORDED_MINOR = 32;

/** A cluster with this CRD is OpenShift. */
const OPENSHIFT_CRD = 'clusterversions.config.openshift.io';

/** Objects, and the known properties of their cluster. */
export type OfCluster = Pick<StateObjects, 'objects'> & {
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
const KUBERNETES_NAMES = namesOf(KUBERNETES_DEFAULTS.roles);
const PLATFORM_ROLES: ReadonlySet<KubernetesObject> = new Set([openShift, olm.olm, olm.openshift].flatMap(({ roles }) => roles));

export function namesOf(roles: readonly Role[]): ReadonlySet<string> {
  return new Set(roles.filter(({ kind }) => kind === 'ClusterRole').map(({ metadata }) => metadata.name));
}

/** Whether a role has the name of a default ClusterRole of Kubernetes, or is a default role of OpenShift or OLM. */
export function isDefaultRole(role: KubernetesObject): boolean {
  return role.kind === 'ClusterRole' && (KUBERNETES_NAMES.has(role.metadata.name) || PLATFORM_ROLES.has(role));
}

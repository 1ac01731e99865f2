/**
 * Kinds: their API group, their plural, and whether they belong to a namespace.
 *
 * All kinds of Kubernetes' own groups and OLM's are known: otherwise a misspelt one would be ignored silently. For
 * OpenShift and the other kinds in bundles, the table has the kinds that permissions are granted for.
 */
import { compareText, formatReference, type KubernetesObject, referenceTo } from './object.js';

/** The kinds of an API group, by scope, each list in one text. */
interface Group {
  readonly namespaced?: string;
  readonly cluster?: string;
}

/** Kubernetes' own groups and OLM's, with all of their kinds (Kubernetes 1.32, and what earlier versions had; OLM v0.30). */
const OWN: Readonly<Record<string, Group>> = {
  '': {
    namespaced:
      'Binding ConfigMap Endpoints Event LimitRange List PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount',
    cluster: 'ComponentStatus Namespace Node PersistentVolume',
  },
  apps: { namespaced: 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet' },
  batch: { namespaced: 'CronJob Job' },
  'admissionregistration.k8s.io': {
    cluster:
      'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration',
  },
  'apiextensions.k8s.io': { cluster: 'CustomResourceDefinition' },
  'apiregistration.k8s.io': { cluster: 'APIService' },
  // A TokenRequest is not a separate resource, but a subresource of a ServiceAccount.
  'authentication.k8s.io': { cluster: 'SelfSubjectReview TokenRequest TokenReview' },
  'authorization.k8s.io': {
    namespaced: 'LocalSubjectAccessReview',
    cluster: 'SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  },
  autoscaling: { namespaced: 'HorizontalPodAutoscaler' },
  'certificates.k8s.io': { cluster: 'CertificateSigningRequest ClusterTrustBundle' },
  'coordination.k8s.io': { namespaced: 'Lease LeaseCandidate' },
  'discovery.k8s.io': { namespaced: 'EndpointSlice' },
  'events.k8s.io': { namespaced: 'Event' },
  'flowcontrol.apiserver.k8s.io': { cluster: 'FlowSchema PriorityLevelConfiguration' },
  'networking.k8s.io': { namespaced: 'Ingress NetworkPolicy', cluster: 'IPAddress IngressClass ServiceCIDR' },
  'node.k8s.io': { cluster: 'RuntimeClass' },
  'operators.coreos.com': {
    namespaced: 'CatalogSource ClusterServiceVersion InstallPlan OperatorCondition OperatorGroup Subscription',
    cluster: 'OLMConfig Operator',
  },
  policy: { namespaced: 'Eviction PodDisruptionBudget', cluster: 'PodSecurityPolicy' },
  'rbac.authorization.k8s.io': { namespaced: 'Role RoleBinding', cluster: 'ClusterRole ClusterRoleBinding' },
  'resource.k8s.io': { namespaced: 'ResourceClaim ResourceClaimTemplate', cluster: 'DeviceClass DeviceTaintRule ResourceSlice' },
  'scheduling.k8s.io': { cluster: 'PriorityClass' },
  'storage.k8s.io': { namespaced: 'CSIStorageCapacity', cluster: 'CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass' },
};

/** Whether a group has kinds of Kubernetes, OpenShift or OLM; `*` has. */
export function isPlatformGroup(group: string): boolean {
  return group === '*' || knownKinds(group) !== undefined;
}

/** The API groups of OLM v0, and of both OLMs. */
export const OLM_GROUP = 'operators.coreos.com';
export const OLM_GROUPS: readonly string[] = [OLM_GROUP, 'olm.operatorframework.io'];

/** Groups that can have more kinds: OpenShift's (openshift/api), and those of kinds that OLM takes from a bundle (its `bundle.IsSupported`). */
const OTHERS: Readonly<Record<string, Group>> = {
  'apiserver.openshift.io': { cluster: 'APIRequestCount' },
  'apps.openshift.io': { namespaced: 'DeploymentConfig' },
  'authorization.openshift.io': {
    namespaced:
      'LocalResourceAccessReview LocalSubjectAccessReview Role RoleBinding RoleBindingRestriction SelfSubjectRulesReview SubjectRulesReview',
    cluster: 'ClusterRole ClusterRoleBinding ResourceAccessReview SubjectAccessReview',
  },
  'autoscaling.openshift.io': { namespaced: 'MachineAutoscaler', cluster: 'ClusterAutoscaler' },
  'build.openshift.io': { namespaced: 'Build BuildConfig' },
  'cloudcredential.openshift.io': { namespaced: 'CredentialsRequest' },
  'config.openshift.io': {
    namespaced: 'ImagePolicy',
    cluster:
      'APIServer Authentication Backup Build ClusterImagePolicy ClusterOperator ClusterVersion Console DNS FeatureGate Image ImageContentPolicy ImageDigestMirrorSet ImageTagMirrorSet Infrastructure Ingress InsightsDataGather Network Node OAuth OperatorHub Project Proxy Scheduler',
  },
  'console.openshift.io': {
    cluster:
      'ConsoleCLIDownload ConsoleExternalLogLink ConsoleLink ConsoleNotification ConsolePlugin ConsoleQuickStart ConsoleSample ConsoleYAMLSample',
  },
  'helm.openshift.io': { namespaced: 'ProjectHelmChartRepository', cluster: 'HelmChartRepository' },
  'image.openshift.io': {
    namespaced: 'ImageStream ImageStreamImage ImageStreamImport ImageStreamMapping ImageStreamTag ImageTag',
    cluster: 'Image ImageSignature',
  },
  'imageregistry.operator.openshift.io': { cluster: 'Config ImagePruner' },
  'ingress.operator.openshift.io': { namespaced: 'DNSRecord' },
  'machine.openshift.io': { namespaced: 'ControlPlaneMachineSet Machine MachineHealthCheck MachineSet' },
  'machineconfiguration.openshift.io': {
    cluster:
      'ContainerRuntimeConfig ControllerConfig KubeletConfig MachineConfig MachineConfigNode MachineConfigPool MachineOSBuild MachineOSConfig PinnedImageSet',
  },
  'monitoring.openshift.io': { namespaced: 'AlertRelabelConfig AlertingRule' },
  'network.openshift.io': { namespaced: 'EgressNetworkPolicy', cluster: 'ClusterNetwork HostSubnet NetNamespace' },
  'oauth.openshift.io': {
    cluster: 'OAuthAccessToken OAuthAuthorizeToken OAuthClient OAuthClientAuthorization UserOAuthAccessToken',
  },
  'operator.openshift.io': {
    namespaced: 'IngressController',
    cluster:
      'Authentication CSISnapshotController CloudCredential ClusterCSIDriver Config Console DNS Etcd ImageContentSourcePolicy InsightsOperator KubeAPIServer KubeControllerManager KubeScheduler KubeStorageVersionMigrator MachineConfiguration Network OLM OpenShiftAPIServer OpenShiftControllerManager ServiceCA Storage',
  },
  'project.openshift.io': { cluster: 'Project ProjectRequest' },
  'quota.openshift.io': { namespaced: 'AppliedClusterResourceQuota', cluster: 'ClusterResourceQuota' },
  'route.openshift.io': { namespaced: 'Route' },
  'samples.operator.openshift.io': { cluster: 'Config' },
  'security.internal.openshift.io': { cluster: 'RangeAllocation' },
  'security.openshift.io': {
    namespaced: 'PodSecurityPolicyReview PodSecurityPolicySelfSubjectReview PodSecurityPolicySubjectReview',
    cluster: 'RangeAllocation SecurityContextConstraints',
  },
  'sharedresource.openshift.io': { cluster: 'SharedConfigMap SharedSecret' },
  'template.openshift.io': { namespaced: 'Template TemplateInstance', cluster: 'BrokerTemplateInstance' },
  'tuned.openshift.io': { namespaced: 'Profile Tuned' },
  'user.openshift.io': { cluster: 'Group Identity User UserIdentityMapping' },
  'autoscaling.k8s.io': { namespaced: 'VerticalPodAutoscaler VerticalPodAutoscalerCheckpoint' },
  'monitoring.coreos.com': {
    namespaced:
      'Alertmanager AlertmanagerConfig PodMonitor Probe Prometheus PrometheusAgent PrometheusRule ScrapeConfig ServiceMonitor ThanosRuler',
  },
  'olm.operatorframework.io': { cluster: 'ClusterCatalog ClusterExtension' },
  'packages.operators.coreos.com': { namespaced: 'PackageManifest' },
  'snapshot.storage.k8s.io': { namespaced: 'VolumeSnapshot', cluster: 'VolumeSnapshotClass VolumeSnapshotContent' },
};

/** Plurals that do not follow Kubernetes' own rule. */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ['Endpoints', 'endpoints'],
  ['SecurityContextConstraints', 'securitycontextconstraints'],
]);

/** Not objects, but they can be impersonated: users and groups, which are cluster-scoped. */
const IMPERSONATED = ['groups', 'users'];

/** One kind that is known. */
interface Kind {
  readonly kind: string;
  readonly plural: string;
  readonly scope: Scope;
}

/** Whether objects of a kind are in a namespace. */
export type Scope = 'namespaced' | 'cluster';

const KINDS: ReadonlyMap<string, readonly Kind[]> = new Map(
  [...Object.entries(OWN), ...Object.entries(OTHERS)].map(([group, { namespaced, cluster }]) => [
    group,
    [...kindsOf(namespaced, 'namespaced'), ...kindsOf(cluster, 'cluster')].sort((a, b) => compareText(a.kind, b.kind)),
  ]),
);

function kindsOf(names: string | undefined, scope: Scope): Kind[] {
  return (names?.split(' ') ?? []).map((kind) => ({ kind, plural: pluralOf(kind), scope }));
}

/** Kubernetes' own rule (apimachinery's UnsafeGuessKindToResource), with a few exceptions. */
export function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (name.endsWith('s')) return PLURALS.get(kind) ?? `${name}es`;
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/** The kinds of a group whose kinds are all known, in byte order: Kubernetes' own groups and OLM's. */
export function knownKinds(group: string): readonly string[] | undefined {
  return Object.hasOwn(OWN, group) ? KINDS.get(group)?.map(({ kind }) => kind) : undefined;
}

/** The group of an apiVersion; the core group is empty. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** The group, of Kubernetes or OLM, that has a kind with this name, if there is one. */
export function groupWithKind(kind: string): string | undefined {
  return Object.keys(OWN).find((group) => KINDS.get(group)?.some((known) => known.kind === kind));
}

/**
 * The resource of a kind of Kubernetes or OLM as RBAC names it, and its group, by its plural or singular name.
 *
 * @example
 * knownResource('ingress') // { apiGroup: 'networking.k8s.io', resource: 'ingresses' }
 */
export function knownResource(name: string): { readonly apiGroup: string; readonly resource: string } | undefined {
  for (const apiGroup of Object.keys(OWN)) {
    const known = KINDS.get(apiGroup)?.find(({ kind, plural }) => kind.toLowerCase() === name || plural === name);
    if (known) return { apiGroup, resource: known.plural };
  }
  return undefined;
}

/** The resource of a kind; of a custom resource, by the rule that nearly all plurals follow. */
export function resourceOf({ apiVersion, kind }: KubernetesObject): { apiGroup: string; resource: string } {
  const apiGroup = groupOf(apiVersion);
  const name = kind.toLowerCase();
  const known = knownResource(name);
  return known?.apiGroup === apiGroup
    ? known
    : { apiGroup, resource: /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : name.replace(/y$/, 'ie').concat('s') };
}

/** The plurals of all kinds that are known. */
export function knownPlurals(): string[] {
  return [...KINDS.values()].flat().map(({ plural }) => plural);
}

/** All groups that are known to have a resource, by its plural. */
export function groupsWithResource(resource: string): string[] {
  return [...KINDS].filter(([, kinds]) => kinds.some(({ plural }) => plural === resource)).map(([group]) => group);
}

/** Whether objects of a kind are in a namespace; nothing for an unknown kind. */
export function scopeOf(group: string, kind: string): Scope | undefined {
  return KINDS.get(group)?.find((known) => known.kind === kind)?.scope;
}

/**
 * Whether a resource is known to be cluster-scoped. Only a ClusterRoleBinding can grant permissions on it. In a group
 * without namespaced kinds, everything is cluster-scoped: `*`, and names that are not kinds, such as `signers`.
 *
 * @param resource with its subresource, or `*`
 */
export function isClusterScoped(apiGroup: string, resource: string): boolean {
  const kinds = KINDS.get(apiGroup) ?? [];
  const [name = ''] = resource.split('/');
  if (kinds.every(({ scope }) => scope === 'cluster')) return kinds.length > 0;
  return kinds.some(({ plural, scope }) => plural === name && scope === 'cluster') || (apiGroup === '' && IMPERSONATED.includes(name));
}

/** Identifies an object among those of all API groups: two groups can have a kind of one name. */
export function keyWithGroup(object: KubernetesObject): string {
  return `${groupOf(String(object.apiVersion))} ${formatReference(referenceTo(object))}`;
}

/**
 * Which kinds exist in the API groups whose kinds are known: Kubernetes' own and OLM's.
 *
 * A misspelt kind in one of them would otherwise drop out of the input without a word.
 * Kinds of other groups are custom resources; nothing can be said about them.
 */

const KINDS: Readonly<Record<string, readonly string[]>> = {
  '': [
    'Binding',
    'ComponentStatus',
    'ConfigMap',
    'Endpoints',
    'Event',
    'LimitRange',
    'List',
    'Namespace',
    'Node',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'Pod',
    'PodTemplate',
    'ReplicationController',
    'ResourceQuota',
    'Secret',
    'Service',
    'ServiceAccount',
  ],
  apps: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  batch: ['CronJob', 'Job'],
  'admissionregistration.k8s.io': [
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'authentication.k8s.io': ['SelfSubjectReview', 'TokenRequest', 'TokenReview'],
  'authorization.k8s.io': ['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SelfSubjectRulesReview', 'SubjectAccessReview'],
  autoscaling: ['HorizontalPodAutoscaler'],
  'certificates.k8s.io': ['CertificateSigningRequest', 'ClusterTrustBundle'],
  'coordination.k8s.io': ['Lease', 'LeaseCandidate'],
  'discovery.k8s.io': ['EndpointSlice'],
  'events.k8s.io': ['Event'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'networking.k8s.io': ['IPAddress', 'Ingress', 'IngressClass', 'NetworkPolicy', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  'operators.coreos.com': [
    'CatalogSource',
    'ClusterServiceVersion',
    'InstallPlan',
    'OLMConfig',
    'Operator',
    'OperatorCondition',
    'OperatorGroup',
    'Subscription',
  ],
  policy: ['Eviction', 'PodDisruptionBudget', 'PodSecurityPolicy'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  'resource.k8s.io': ['DeviceClass', 'DeviceTaintRule', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'CSIStorageCapacity', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
};

/** Whether the group is one whose kinds are all known. */
export function knownKinds(group: string): readonly string[] | undefined {
  return Object.hasOwn(KINDS, group) ? KINDS[group] : undefined;
}

/** The group of an apiVersion; the core group is empty. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** The group in which a kind of this name is known, if there is one. */
export function groupWithKind(kind: string): string | undefined {
  return Object.keys(KINDS).find((group) => KINDS[group]?.includes(kind));
}

/**
 * The resource of a known kind as RBAC names it, and its group, by its plural or singular name.
 *
 * @example
 * knownResource('ingress') // { apiGroup: 'networking.k8s.io', resource: 'ingresses' }
 */
export function knownResource(name: string): { readonly apiGroup: string; readonly resource: string } | undefined {
  for (const [apiGroup, kinds] of Object.entries(KINDS)) {
    const kind = kinds.find((candidate) => candidate.toLowerCase() === name || plural(candidate) === name);
    if (kind !== undefined) return { apiGroup, resource: plural(kind) };
  }
  return undefined;
}

/** Kubernetes' own rule (apimachinery's UnsafeGuessKindToResource). */
function plural(kind: string): string {
  const name = kind.toLowerCase();
  if (name === 'endpoints') return name;
  if (name.endsWith('s')) return `${name}es`;
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/** APIs that Kubernetes no longer serves from a version on (kubernetes.io, Deprecated API Migration Guide). */
import type { KubernetesObject } from './object.js';

/** Maps `apiVersion kind` to the first minor version without it, and the apiVersion that replaces it. */
const REMOVED: ReadonlyMap<string, readonly [minor: number, instead: string | undefined]> = new Map([
  ...of(22, 'admissionregistration.k8s.io/v1beta1', 'v1', ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']),
  ...of(22, 'apiextensions.k8s.io/v1beta1', 'v1', ['CustomResourceDefinition']),
  ...of(22, 'apiregistration.k8s.io/v1beta1', 'v1', ['APIService']),
  ...of(22, 'certificates.k8s.io/v1beta1', 'v1', ['CertificateSigningRequest']),
  ...of(22, 'coordination.k8s.io/v1beta1', 'v1', ['Lease']),
  ...of(22, 'networking.k8s.io/v1beta1', 'v1', ['Ingress', 'IngressClass']),
  ...of(22, 'rbac.authorization.k8s.io/v1beta1', 'v1', ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']),
  ...of(22, 'scheduling.k8s.io/v1beta1', 'v1', ['PriorityClass']),
  ...of(22, 'storage.k8s.io/v1beta1', 'v1', ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment']),
  ...of(25, 'batch/v1beta1', 'v1', ['CronJob']),
  ...of(25, 'discovery.k8s.io/v1beta1', 'v1', ['EndpointSlice']),
  ...of(25, 'events.k8s.io/v1beta1', 'v1', ['Event']),
  ...of(25, 'autoscaling/v2beta1', 'v2', ['HorizontalPodAutoscaler']),
  ...of(25, 'policy/v1beta1', 'v1', ['PodDisruptionBudget']),
  ...of(25, 'policy/v1beta1', undefined, ['PodSecurityPolicy']),
  ...of(25, 'node.k8s.io/v1beta1', 'v1', ['RuntimeClass']),
  ...of(26, 'flowcontrol.apiserver.k8s.io/v1beta1', 'v1', ['FlowSchema', 'PriorityLevelConfiguration']),
  ...of(26, 'autoscaling/v2beta2', 'v2', ['HorizontalPodAutoscaler']),
  ...of(27, 'storage.k8s.io/v1beta1', 'v1', ['CSIStorageCapacity']),
  ...of(29, 'flowcontrol.apiserver.k8s.io/v1beta2', 'v1', ['FlowSchema', 'PriorityLevelConfiguration']),
  ...of(32, 'flowcontrol.apiserver.k8s.io/v1beta3', 'v1', ['FlowSchema', 'PriorityLevelConfiguration']),
]);

function of(
  minor: number,
  apiVersion: string,
  instead: string | undefined,
  kinds: readonly string[],
): [string, readonly [number, string | undefined]][] {
  const group = apiVersion.slice(0, apiVersion.indexOf('/'));
  return kinds.map((kind) => [`${apiVersion} ${kind}`, [minor, instead && `${group}/${instead}`]]);
}

/** The first minor version of Kubernetes without the API of an object, and the apiVersion that replaces it. */
export function removalOf({
  apiVersion,
  kind,
}: Pick<KubernetesObject, 'apiVersion' | 'kind'>): { readonly minor: number; readonly instead: string | undefined } | undefined {
  const [minor, instead] = REMOVED.get(`${apiVersion} ${kind}`) ?? [];
  return minor === undefined ? undefined : { minor, instead };
}

/** Kubernetes' own API groups with all of their kinds: Kubernetes 1.32 and earlier versions. */
import { inConfigMap } from '../inside/config-map.js';
import { clusterScoped, compared, EVERYDAY, namespaced, others, reviewed, routed, runs, SCALED, selects, USUAL_POD_SPEC } from './row.js';
import { BRINGS, brings, CHANGED_WHEN_WRITTEN, keeps, limits, PODS, ROUTED, type Setting, sets, TRAFFIC, WRITTEN } from './setting.js';
import type { Tool } from './tool.js';

const LED: Omit<Setting, 'decides'> = { added: 'warning', changed: 'warning' };
/** The fields of a claim that choose its volume or content. */
export const CHOOSES_VOLUME = ['dataSource', 'dataSourceRef', 'selector', 'storageClassName', 'volumeName'];
const ENDPOINTS = sets('warning', 'where the traffic of a Service goes');
const HELD = reviewed('other rules compare their Pods, content and effects');
const WORKLOADS = reviewed('workloads: other rules compare their Pods');
const BY_FIELD = reviewed('compared field by field');

export const KUBERNETES: Tool = {
  name: 'Kubernetes',
  isWhole: true,
  isPlatform: true,
  rows: [
    ...namespaced('', 'Pod', EVERYDAY, runs(['spec'])),
    ...namespaced('', 'ReplicationController', EVERYDAY, runs(USUAL_POD_SPEC), SCALED),
    ...namespaced('', 'ConfigMap', EVERYDAY, { carries: inConfigMap, deploys: false }),
    ...namespaced('', 'Service', EVERYDAY, selects('pods')),
    ...namespaced('', 'ServiceAccount', EVERYDAY, compared('with which credentials its Pods pull images and log in', { changed: 'info' })),
    ...clusterScoped('', 'Namespace', EVERYDAY),
    ...namespaced('', 'PodTemplate', HELD, { podSpec: ['template', 'spec'] }),
    ...namespaced('', 'Event Secret', HELD),
    ...namespaced('', 'PersistentVolumeClaim', compared('whose data the claim gets', { ...ROUTED, ...BRINGS, only: CHOOSES_VOLUME })),
    ...clusterScoped('', 'PersistentVolume', compared('who gets which data', { changed: 'warning', harmless: ['capacity'] })),
    ...namespaced('', 'LimitRange ResourceQuota', limits('how much of the cluster a namespace can use')),
    ...namespaced('', 'Endpoints/endpoints', ENDPOINTS),
    ...clusterScoped('', 'Node', { ...sets('warning', 'which Pods run on a node'), counts: 'labels' }),
    ...namespaced('', 'Binding List'),
    ...clusterScoped('', 'ComponentStatus'),
    ...namespaced('apps', 'DaemonSet', EVERYDAY, runs(USUAL_POD_SPEC)),
    ...namespaced('apps', 'Deployment ReplicaSet StatefulSet', EVERYDAY, runs(USUAL_POD_SPEC), SCALED),
    ...namespaced('apps', 'ControllerRevision'),
    ...others('apps', WORKLOADS),
    ...namespaced('batch', 'CronJob', EVERYDAY, runs(['spec', 'jobTemplate', ...USUAL_POD_SPEC])),
    ...namespaced('batch', 'Job', EVERYDAY, runs(USUAL_POD_SPEC)),
    ...others('batch', WORKLOADS),
    ...clusterScoped('admissionregistration.k8s.io', 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding', CHANGED_WHEN_WRITTEN),
    ...clusterScoped('admissionregistration.k8s.io', 'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding', WRITTEN),
    ...clusterScoped('admissionregistration.k8s.io', 'MutatingWebhookConfiguration ValidatingWebhookConfiguration'),
    ...others('admissionregistration.k8s.io', BY_FIELD),
    ...clusterScoped('apiextensions.k8s.io', 'CustomResourceDefinition'),
    ...others('apiextensions.k8s.io', BY_FIELD),
    ...clusterScoped('apiregistration.k8s.io', 'APIService'),
    ...others('apiregistration.k8s.io', BY_FIELD),
    // A TokenRequest is no resource of its own, but a part of a ServiceAccount.
    ...clusterScoped('authentication.k8s.io', 'SelfSubjectReview TokenRequest TokenReview'),
    ...namespaced('authorization.k8s.io', 'LocalSubjectAccessReview'),
    ...clusterScoped('authorization.k8s.io', 'SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview'),
    ...namespaced('autoscaling', 'HorizontalPodAutoscaler', { setting: { decides: 'how many Pods of others run' } }),
    ...others('autoscaling', reviewed('how many Pods run')),
    ...clusterScoped('certificates.k8s.io', 'CertificateSigningRequest', brings('which certificates are signed')),
    ...clusterScoped('certificates.k8s.io', 'ClusterTrustBundle', brings('which certificates are trusted')),
    ...namespaced('coordination.k8s.io', 'Lease', compared('which copy of a controller works', LED)),
    ...namespaced('coordination.k8s.io', 'LeaseCandidate'),
    ...namespaced('discovery.k8s.io', 'EndpointSlice', ENDPOINTS),
    ...namespaced('events.k8s.io', 'Event'),
    ...others('events.k8s.io', reviewed('events; nothing acts on them')),
    ...clusterScoped(
      'flowcontrol.apiserver.k8s.io',
      'FlowSchema PriorityLevelConfiguration',
      keeps('warning', 'whose requests the API server answers first'),
    ),
    ...namespaced('networking.k8s.io', 'Ingress', routed('which address leads to a Service of the same namespace')),
    ...namespaced('networking.k8s.io', 'NetworkPolicy', TRAFFIC),
    ...clusterScoped('networking.k8s.io', 'IngressClass', {
      ...sets('warning', 'which program serves Ingresses'),
      counts: 'annotations',
    }),
    ...clusterScoped('networking.k8s.io', 'IPAddress ServiceCIDR'),
    ...clusterScoped('node.k8s.io', 'RuntimeClass', sets('warning', 'with which runtime and isolation Pods run')),
    ...namespaced('policy', 'PodDisruptionBudget', limits('how many Pods of an application go at once'), selects('pods')),
    ...clusterScoped('policy', 'PodSecurityPolicy', PODS),
    ...namespaced('policy', 'Eviction'),
    ...others('policy', reviewed('how many Pods go at once')),
    ...namespaced('rbac.authorization.k8s.io', 'Role RoleBinding'),
    ...clusterScoped('rbac.authorization.k8s.io', 'ClusterRole ClusterRoleBinding'),
    ...others('rbac.authorization.k8s.io', reviewed('compared by meaning')),
    ...namespaced('resource.k8s.io', 'ResourceClaim', { parts: ['status'] }),
    ...namespaced('resource.k8s.io', 'ResourceClaimTemplate'),
    ...clusterScoped('resource.k8s.io', 'DeviceClass DeviceTaintRule ResourceSlice'),
    ...clusterScoped('scheduling.k8s.io', 'PriorityClass', sets('warning', 'which Pods preempt other Pods')),
    ...namespaced('storage.k8s.io', 'CSIStorageCapacity', reviewed('how much room there is')),
    ...clusterScoped('storage.k8s.io', 'StorageClass', { ...sets('warning', 'where volumes come from'), counts: 'annotations' }),
    ...clusterScoped('storage.k8s.io', 'CSIDriver VolumeAttachment', sets('warning', 'how volumes get to nodes')),
    ...clusterScoped('storage.k8s.io', 'CSINode VolumeAttributesClass'),
  ],
  settingMarks: [
    [
      'Pod',
      'annotations',
      'container.apparmor.security.beta.kubernetes.io/*',
      'warning',
      'which profile of AppArmor holds its containers',
      'runtime/default',
    ],
    ['Pod', 'annotations', 'k8s.v1.cni.cncf.io/networks', 'warning', 'which other networks its Pods are in'],
    ['Pod', 'annotations', 'v1.multus-cni.io/default-network', 'warning', 'which network its Pods are in'],
    ['Namespace', 'annotations', 'scheduler.alpha.kubernetes.io/*', 'warning', 'which nodes Pods in the namespace run on'],
    [
      'Namespace',
      'labels',
      'pod-security.kubernetes.io/enforce',
      'warning',
      'which Pods Pod Security lets into the namespace',
      'restricted',
    ],
    [
      'Namespace',
      'labels',
      'pod-security.kubernetes.io/enforce-version',
      'warning',
      'by the rules of which version Pod Security lets Pods into the namespace',
      'latest',
    ],
  ],
  marks: [
    ['app.kubernetes.io/*', '*', 'harmless', 'recommended labels of Kubernetes: names for people and queries'],
    ['kubernetes.io/change-cause', '*', 'harmless', 'a text for kubectl rollout history'],
    ['kubernetes.io/description', '*', 'harmless', 'a text for people'],
    ['kubernetes.io/metadata.name', '*', 'harmless', 'set by the API server; another value is refused'],
    ['rbac.authorization.kubernetes.io/autoupdate', 'true', 'harmless', 'by which Kubernetes restores roles of its own, and no other ones'],
    ['kubernetes.io/service-account.name', '*', 'harmless', 'whose token the Secret is filled with: the rule about Secrets looks at it'],
    ['kubectl.kubernetes.io/last-applied-configuration', '*', 'harmless', 'what kubectl applied before'],
    ['kubectl.kubernetes.io/restartedAt', '*', 'harmless', 'starts the Pods again'],
    ['kubectl.kubernetes.io/default-container', '*', 'harmless', 'which container kubectl shows first'],
    ['kubectl.kubernetes.io/default-logs-container', '*', 'harmless', 'which container kubectl shows first'],
    ['pod-security.kubernetes.io/audit*', '*', 'harmless', 'only counts'],
    ['pod-security.kubernetes.io/warn*', '*', 'harmless', 'only warns'],
    ['controller-gen.kubebuilder.io/version', '*', 'harmless', 'by which version it was generated'],
    ['api-approved.kubernetes.io', '*', 'harmless', 'where the API was approved'],
  ],
};

/** Groups of earlier Kubernetes versions, in which any kind can be. */
export const KUBERNETES_BEFORE: Tool = {
  name: 'Kubernetes, before',
  rows: others('extensions', reviewed('Kubernetes no longer serves these kinds')),
};

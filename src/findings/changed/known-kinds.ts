/**
 * Kinds whose objects the review understands: other rules tell what they do, or they do nothing that a reviewer must know. Objects of
 * all other kinds are unknown: no list of dangerous kinds would ever be complete.
 */
import { groupOf } from '../../kubernetes/kinds.js';
import type { KubernetesObject } from '../../kubernetes/object.js';
import { isDelivery } from './outside-source.js';
import { settingOfKind } from './setting-kinds.js';

/** Kinds of a group, `*` for all of it, and why nothing about them is unknown. */
const KNOWN: readonly (readonly [group: string, kinds: string, reason: string])[] = [
  [
    '',
    'ConfigMap Endpoints Event LimitRange Namespace PersistentVolume PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount',
    'other rules compare what they run, hold and decide',
  ],
  ['apps', '*', 'workloads: other rules compare what they run'],
  ['batch', '*', 'workloads: other rules compare what they run'],
  ['apps.openshift.io', 'DeploymentConfig', 'a workload: other rules compare what it runs'],
  ['autoscaling', '*', 'how many Pods run'],
  ['autoscaling.k8s.io', '*', 'how much Pods may use'],
  ['policy', '*', 'how many Pods go at once'],
  ['rbac.authorization.k8s.io', '*', 'compared by meaning'],
  ['authorization.openshift.io', '*', 'compared by meaning'],
  ['admissionregistration.k8s.io', '*', 'compared field by field'],
  ['apiextensions.k8s.io', '*', 'compared field by field'],
  ['apiregistration.k8s.io', '*', 'compared field by field'],
  ['operators.coreos.com', '*', 'what this tool is for'],
  ['olm.operatorframework.io', '*', 'what this tool is for'],
  ['packages.operators.coreos.com', '*', 'what a catalog offers; nothing acts on it'],
  ['networking.k8s.io', 'Ingress', 'which address leads to a Service of the same namespace'],
  ['route.openshift.io', 'Route', 'which address leads to a Service of the same namespace'],
  ['coordination.k8s.io', 'Lease', 'who is the leader'],
  ['storage.k8s.io', 'CSIStorageCapacity', 'how much room there is'],
  ['snapshot.storage.k8s.io', 'VolumeSnapshot', 'a copy of a volume in the same namespace'],
  ['monitoring.coreos.com', 'PrometheusRule', 'computes and alerts; it reaches nothing else'],
  [
    'console.openshift.io',
    'ConsoleLink ConsoleNotification ConsoleQuickStart ConsoleYAMLSample ConsoleExternalLogLink',
    'texts and links in the console',
  ],
  ['project.openshift.io', 'Project', 'a Namespace'],
  ['kustomize.config.k8s.io', '*', 'read as what it builds'],
  ['image.openshift.io', 'Image', 'what a registry has'],
];

const NAMES: ReadonlySet<string> = new Set(KNOWN.flatMap(([group, kinds]) => kinds.split(' ').map((kind) => `${kind}.${group}`)));

/** Their objects are compared where they have an effect; of one that has none here, nobody knows more. */
const WITHOUT_EFFECT_HERE: ReadonlySet<string> = new Set([
  'operators.coreos.com',
  'olm.operatorframework.io',
  'packages.operators.coreos.com',
  'rbac.authorization.k8s.io',
  'authorization.openshift.io',
]);

/** Whether other rules look at each object of this kind, wherever it is. */
export function isReviewedKind(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>): boolean {
  return isKnownKind(object) && !WITHOUT_EFFECT_HERE.has(groupOf(object.apiVersion));
}

/** Whether the review knows what objects of this kind do. */
export function isKnownKind(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>): boolean {
  const group = groupOf(object.apiVersion);
  return (
    NAMES.has(`${object.kind}.${group}`) || NAMES.has(`*.${group}`) || settingOfKind(group, object.kind) !== undefined || isDelivery(object)
  );
}

/** Kinds that only add something: with an object of them, nothing that refuses or bounds others goes. */
const ONLY_ADDS: readonly (readonly [group: string, kinds: string, reason: string])[] = [
  ['monitoring.coreos.com', 'PodMonitor Probe ScrapeConfig ServiceMonitor', 'from where metrics are read'],
  ['cert-manager.io', 'Certificate CertificateRequest Issuer', 'which certificates an application has'],
  ['bitnami.com', 'SealedSecret', 'what is in a Secret'],
  ['grafana.integreatly.org', 'Grafana GrafanaDashboard GrafanaDatasource GrafanaFolder', 'what Grafana shows'],
  ['gateway.networking.k8s.io', 'GRPCRoute HTTPRoute TCPRoute TLSRoute UDPRoute', 'which address leads to a Service'],
];

const ADDING: ReadonlySet<string> = new Set(ONLY_ADDS.flatMap(([group, kinds]) => kinds.split(' ').map((kind) => `${kind}.${group}`)));

/** Whether the cluster is no more open without an object of this kind. */
export function isHarmlessWhenGone({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): boolean {
  return ADDING.has(`${kind}.${groupOf(apiVersion)}`);
}

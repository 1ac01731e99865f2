/** The order in which an empty cluster takes what is installed (the phases of OLM v1's applier), and what Argo CD must know of it. */
import { groupOf } from '../../kubernetes/kinds.js';
import { compareText, type KubernetesObject } from '../../kubernetes/object.js';

/** Kinds phase by phase; what is not named comes with the Deployments. */
const PHASES: readonly (readonly string[])[] = [
  ['Namespace'],
  ['NetworkPolicy', 'PodDisruptionBudget', 'PriorityClass'],
  ['ServiceAccount'],
  ['Secret', 'ConfigMap'],
  ['PersistentVolume', 'PersistentVolumeClaim', 'StorageClass'],
  ['CustomResourceDefinition'],
  ['ClusterRole', 'Role'],
  ['ClusterRoleBinding', 'RoleBinding'],
  ['Service', 'Issuer', 'Certificate'],
  ['Deployment'],
  ['VerticalPodAutoscaler'],
  [
    'PrometheusRule',
    'ServiceMonitor',
    'PodMonitor',
    'ConsoleYAMLSample',
    'ConsoleQuickStart',
    'ConsoleCLIDownload',
    'ConsoleLink',
    'ConsolePlugin',
  ],
  ['APIService', 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
];
const DEPLOY = PHASES.findIndex((kinds) => kinds.includes('Deployment'));

/** The phase of an object, from 0. Webhook configurations come last: before their Deployments, they would block these. */
export function phaseOf({ kind }: Pick<KubernetesObject, 'kind'>): number {
  const phase = PHASES.findIndex((kinds) => kinds.includes(kind));
  return phase === -1 ? DEPLOY : phase;
}

/** By phase, then group, version, kind, namespace and name. */
export function compareInstallOrder(a: KubernetesObject, b: KubernetesObject): number {
  const text = (object: KubernetesObject): string[] => [
    // A manifest of a bundle can lack its apiVersion, and OLM v1 takes it so.
    groupOf(object.apiVersion ?? ''),
    object.apiVersion ?? '',
    object.kind,
    object.metadata.namespace ?? '',
    object.metadata.name,
  ];
  const [first, second] = [text(a), text(b)];
  return phaseOf(a) - phaseOf(b) || first.map((part, index) => compareText(part, second[index] ?? '')).find((order) => order !== 0) || 0;
}

/**
 * Orders the installed objects for an empty cluster, and adds the annotations for Argo CD: the wave and the sync options. Flux and
 * kustomize need no annotations.
 */

import { groupOf } from '../../../base/kubernetes/kinds.js';
import { compareText, type KubernetesObject } from '../../../base/kubernetes/object.js';
import { SYNC_OPTIONS, SYNC_WAVE } from '../../../base/tools/argo-cd.js';
import { isOfKubernetes } from '../../rules/install/undefined-kinds.js';
import { annotationBytes, MAX_ANNOTATION_BYTES } from '../findings.js';
import { metadataWith } from '../metadata.js';

const SERVER_SIDE = 'ServerSideApply=true';

/** Adds a sync wave and sync options to an object. The options that the object has stay. */
export function forArgoCd(object: KubernetesObject): KubernetesObject {
  const own = object.metadata.annotations?.[SYNC_OPTIONS];
  const options = [...new Set([...(own ? own.split(',') : []), ...syncOptions(object)])];
  const annotated = withAnnotations(object, options);
  const isTooLarge = !options.includes(SERVER_SIDE) && annotationBytes(annotated) > MAX_ANNOTATION_BYTES;
  return isTooLarge ? withAnnotations(object, [SERVER_SIDE, ...options]) : annotated;
}

function withAnnotations(object: KubernetesObject, options: readonly string[]): KubernetesObject {
  const own = {
    [SYNC_WAVE]: String(phaseOf(object)),
    ...(options.length > 0 ? { [SYNC_OPTIONS]: options.join(',') } : {}),
  };
  return { ...object, metadata: metadataWith(object.metadata, {}, own) };
}

function syncOptions(object: KubernetesObject): string[] {
  return [
    // Deleting a CRD deletes all of its custom resources.
    ...(object.kind === 'CustomResourceDefinition' ? ['Prune=false', 'Delete=false'] : []),
    // The CRD of the object can be in the same sync, or in another Application.
    ...(isOfKubernetes(object) ? [] : ['SkipDryRunOnMissingResource=true']),
  ];
}

/** The kinds of each phase. All other kinds are applied with the Deployments. */
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

/** The phase of an object, counted from 0. Webhook configurations come last: a webhook that does not run yet would block Deployments. */
export function phaseOf({ kind }: Pick<KubernetesObject, 'kind'>): number {
  const phase = PHASES.findIndex((kinds) => kinds.includes(kind));
  return phase === -1 ? DEPLOY : phase;
}

/** Compares two objects by phase, then by group, version, kind, namespace and name. */
export function compareInstallOrder(a: KubernetesObject, b: KubernetesObject): number {
  const text = (object: KubernetesObject): string[] => [
    // A manifest of a bundle can lack its apiVersion, and OLM v1 accepts that.
    groupOf(object.apiVersion ?? ''),
    object.apiVersion ?? '',
    object.kind,
    object.metadata.namespace ?? '',
    object.metadata.name,
  ];
  const [first, second] = [text(a), text(b)];
  return phaseOf(a) - phaseOf(b) || first.map((part, index) => compareText(part, second[index] ?? '')).find((order) => order !== 0) || 0;
}

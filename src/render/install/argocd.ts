/** What Argo CD is told about installed objects: in which wave, and how to apply them. Flux and kustomize need nothing of it. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { isOfKubernetes } from '../../rules/install/undefined-kinds.js';
import { annotationBytes, MAX_ANNOTATION_BYTES } from '../oversized-objects.js';
import { metadataWith } from './context.js';
import { phaseOf } from './phases.js';

const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';
const SERVER_SIDE = 'ServerSideApply=true';

/** The object with its sync wave and sync options; options that it already has stay. */
export function forArgoCd(object: KubernetesObject): KubernetesObject {
  const own = object.metadata.annotations?.[SYNC_OPTIONS];
  const options = [...new Set([...(own ? own.split(',') : []), ...syncOptions(object)])];
  const annotated = withAnnotations(object, options);
  const isTooLarge = !options.includes(SERVER_SIDE) && annotationBytes(annotated) > MAX_ANNOTATION_BYTES;
  return isTooLarge ? withAnnotations(object, [SERVER_SIDE, ...options]) : annotated;
}

function withAnnotations(object: KubernetesObject, options: readonly string[]): KubernetesObject {
  const own = {
    'argocd.argoproj.io/sync-wave': String(phaseOf(object)),
    ...(options.length > 0 ? { [SYNC_OPTIONS]: options.join(',') } : {}),
  };
  return { ...object, metadata: metadataWith(object.metadata, {}, own) };
}

function syncOptions(object: KubernetesObject): string[] {
  return [
    // With its CRD, all custom resources would go.
    ...(object.kind === 'CustomResourceDefinition' ? ['Prune=false', 'Delete=false'] : []),
    // Its CRD can come with the same sync, or with another application.
    ...(isOfKubernetes(object) ? [] : ['SkipDryRunOnMissingResource=true']),
  ];
}

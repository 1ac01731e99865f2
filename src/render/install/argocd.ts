/** What Argo CD is told about installed objects: in which wave, and how to apply them. Flux and kustomize need nothing of it. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { metadataWith } from './context.js';
import { phaseOf } from './phases.js';

/** Larger objects do not fit the annotation in which a client-side apply keeps them. */
const MAX_CLIENT_SIDE_BYTES = 256 * 1024;

/** Kinds whose CRD the same sync installs, if any. */
const OF_OTHERS = ['Issuer', 'Certificate', 'ServiceMonitor', 'PodMonitor', 'PrometheusRule'];

const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';

/** The object with its sync wave and sync options; options that it already has stay. */
export function forArgoCd(object: KubernetesObject): KubernetesObject {
  const own = object.metadata.annotations?.[SYNC_OPTIONS];
  const options = [...new Set([...(own ? own.split(',') : []), ...syncOptions(object)])];
  return {
    ...object,
    metadata: metadataWith(
      object.metadata,
      {},
      {
        'argocd.argoproj.io/sync-wave': String(phaseOf(object)),
        ...(options.length > 0 ? { [SYNC_OPTIONS]: options.join(',') } : {}),
      },
    ),
  };
}

function syncOptions(object: KubernetesObject): string[] {
  const bytes = new TextEncoder().encode(
    JSON.stringify(object, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).length;
  return [
    ...(bytes > MAX_CLIENT_SIDE_BYTES ? ['ServerSideApply=true'] : []),
    // With its CRD, all custom resources would go.
    ...(object.kind === 'CustomResourceDefinition' ? ['Prune=false', 'Delete=false'] : []),
    ...(OF_OTHERS.includes(object.kind) ? ['SkipDryRunOnMissingResource=true'] : []),
  ];
}

/**
 * What the bundles of the installed CSVs bring besides: roles, bindings, Secrets and CRDs. OLM applies them as they are,
 * namespaced ones in the namespace of the CSV, with its own rights.
 */
import { isError, type SourceReference } from '../manifest/problem.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { groupOf } from '../model/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../model/kubernetes-object.js';
import { READERS } from '../model/readers.js';
import type { ReviewSide, SourcePlace } from './review.js';
import { namesakes } from './side-objects.js';

/** A side with what its bundles bring, and the files where that stands. What the side already has stays as it is. */
export function withBundledObjects(side: ReviewSide): ReviewSide {
  const brought = new Map<string, { object: KubernetesObject; place?: SourcePlace }>();
  for (const { csv } of side.resolution.csvs) {
    for (const { object, source } of bundledObjects(csv)) {
      if (brought.has(keyOf(object))) continue;
      brought.set(keyOf(object), { object, ...(source ? { place: { file: source.file } } : {}) });
    }
  }
  if (brought.size === 0) return side;
  const names = new Set([...brought.values()].map(({ object }) => object.metadata.name));
  for (const object of namesakes(side, names)) brought.delete(keyOf(object));
  return {
    ...side,
    objects: [...side.objects, ...[...brought.values()].map(({ object }) => object)],
    placeOf: (subject, field) => side.placeOf(subject, field) ?? brought.get(formatReference(subject))?.place,
  };
}

/** What the bundle of a CSV brings, as it will stand in the cluster, and where each of it stands in the input. */
export function bundledObjects({ bundle, namespace }: ClusterServiceVersion): { object: KubernetesObject; source?: SourceReference }[] {
  if (!bundle) return [];
  return [...bundle.others, ...bundle.customResourceDefinitions].filter(isReadable).map((manifest) => {
    const object = isClusterScoped(manifest) ? manifest : { ...manifest, metadata: { ...manifest.metadata, namespace } };
    const source = bundle.sources?.get(manifest) ?? bundle.source;
    return { object, ...(source ? { source } : {}) };
  });
}

const RBAC_KINDS: ReadonlySet<string> = new Set(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']);

/** Of a kind that rules look at, and in good order: manifests of bundles are checked by nobody else. */
function isReadable(manifest: KubernetesObject): boolean {
  if (typeof manifest.metadata?.name !== 'string' || typeof manifest.apiVersion !== 'string') return false;
  const { kind, apiVersion } = manifest;
  if (kind === 'Secret') return apiVersion === 'v1';
  if (!RBAC_KINDS.has(kind) && kind !== 'CustomResourceDefinition') return false;
  const reader = READERS.find((candidate) => candidate.kind === kind && candidate.groups.includes(groupOf(apiVersion)));
  return reader !== undefined && !reader.check(manifest, { file: '', document: 0, path: [] }).some(isError);
}

function isClusterScoped({ kind }: KubernetesObject): boolean {
  return kind.startsWith('Cluster') || kind === 'CustomResourceDefinition';
}

function keyOf(object: KubernetesObject): string {
  return formatReference(referenceTo(object));
}

/**
 * What the bundles of the installed CSVs bring besides: roles, bindings, Secrets and CRDs. OLM applies them as they are,
 * namespaced ones in the namespace of the CSV, with its own rights.
 */
import { isError } from '../../manifest/problem.js';
import type { Bundle } from '../../model/bundle.js';
import { groupOf } from '../../model/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../model/kubernetes-object.js';
import { READERS } from '../../model/readers.js';
import type { ReviewSide, SourcePlace } from '../review.js';
import { namesakes } from '../side-objects.js';

/** A side with what its bundles bring, and the files where that stands. What the side already has stays as it is. */
export function withBundledObjects(side: ReviewSide): ReviewSide {
  const brought = new Map<string, { object: KubernetesObject; place?: SourcePlace }>();
  for (const { csv } of side.resolution.csvs) {
    if (!csv.bundle) continue;
    for (const manifest of [...csv.bundle.others, ...csv.bundle.customResourceDefinitions]) {
      if (!isReadable(manifest)) continue;
      const object = isClusterScoped(manifest) ? manifest : { ...manifest, metadata: { ...manifest.metadata, namespace: csv.namespace } };
      if (!brought.has(keyOf(object))) brought.set(keyOf(object), { object, ...placeIn(csv.bundle, manifest) });
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

function placeIn({ sources, source }: Bundle, manifest: KubernetesObject): { place?: SourcePlace } {
  const file = (sources?.get(manifest) ?? source)?.file;
  return file === undefined ? {} : { place: { file } };
}

function keyOf(object: KubernetesObject): string {
  return formatReference(referenceTo(object));
}

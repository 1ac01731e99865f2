/** Adds the objects of its bundles to a state. */
import { formatReference, isNamedObject, type KubernetesObject, referenceTo } from '../../base/kubernetes/object.js';
import { RBAC_KINDS } from '../../base/kubernetes/rbac.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import { namesakes } from '../../base/rbac/rbac-objects.js';
import { grantsTheSame } from '../../base/rbac/same-grant.js';
import type { ClusterServiceVersion } from '../../olm/model/cluster-service-version.js';
import { asDecoded, bundledObjects, inNamespace, isReadable, withApiVersion, withName } from '../../olm/render/bundled-objects.js';
import type { UncountedObject } from '../../olm/render/uncounted-object.js';
import type { State } from './state.js';

/** A state with the objects of its bundles and their files. Objects of the state take precedence. */
export function withBundledObjects(state: State): State {
  const brought = new Map<string, { object: KubernetesObject; place?: SourcePlace }>();
  const uncounted: UncountedObject[] = [];
  const places = new Map<string, SourcePlace>();
  for (const { csv } of state.resolution.csvs) {
    uncounted.push(...unreadableRbac(csv));
    for (const { object, source } of bundledObjects(csv)) {
      const key = objectText(object);
      const known = brought.get(key);
      if (source && !places.has(key)) places.set(key, { file: source.file });
      if (!known) brought.set(key, { object, ...(source ? { place: { file: source.file } } : {}) });
      else if (!grantsTheSame(known.object, object)) uncounted.push({ object, reason: 'namesake' });
    }
  }
  const names = new Set([...brought.values()].map(({ object }) => object.metadata.name));
  for (const object of namesakes(state, names)) {
    const other = brought.get(objectText(object));
    if (other && !grantsTheSame(object, other.object)) uncounted.push({ object: other.object, reason: 'namesake' });
    brought.delete(objectText(object));
  }
  return {
    ...state,
    objects: [...state.objects, ...[...brought.values()].map(({ object }) => object)],
    given: [...state.given, ...state.resolution.csvs.flatMap(({ csv }) => (csv.bundle?.others ?? []).filter(isNamedObject))],
    placeOf: (subject, field) => state.placeOf(subject, field) ?? places.get(formatReference(subject)),
    uncounted: [...(state.uncounted ?? []), ...uncounted],
  };
}

function objectText(object: KubernetesObject): string {
  return formatReference(referenceTo(object));
}

/** Invalid roles and bindings, whose effect is unknown. */
function unreadableRbac({ bundle, namespace }: ClusterServiceVersion): UncountedObject[] {
  return (bundle?.others ?? [])
    .map((written) => asDecoded(withApiVersion(written)))
    .filter((manifest) => RBAC_KINDS.has(manifest.kind) && !isReadable(manifest))
    .map((manifest) => ({ object: inNamespace(withName(manifest), namespace), reason: 'unreadable' }));
}

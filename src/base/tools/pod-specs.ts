/** Where objects have the spec of their Pods. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { fieldsOf, type PodSpec } from '../kubernetes/pod-spec.js';
import { type FieldPath, valueAt } from '../manifest/field-path.js';
import { rowOfObject } from './kinds.js';
import { KUBERNETES } from './kubernetes.js';
import { USUAL_POD_SPEC } from './row.js';

/**
 * The Pod spec of an object: of a Pod, of the kinds that create Pods, and of any other kind with a Pod template in the
 * usual place, such as a custom resource.
 */
export function podSpecOf(object: KubernetesObject): PodSpec | undefined {
  for (const at of placesOf(object)) {
    const spec = valueAt(object, at);
    if (Array.isArray(fieldsOf(spec).containers)) return { fields: fieldsOf(spec), at };
  }
  return undefined;
}

/** That of its kind; of an unknown kind, also that of the kind of Kubernetes with this name, which others copy. */
function placesOf(object: KubernetesObject): readonly FieldPath[] {
  const row = rowOfObject(object);
  if (row?.podSpec) return [row.podSpec];
  const alike = KUBERNETES.rows.find(({ kind, podSpec }) => kind === object.kind && podSpec !== undefined)?.podSpec;
  return alike ? [alike, USUAL_POD_SPEC] : [USUAL_POD_SPEC];
}

/** Finds the Pod spec in an object. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { fieldsOf, type PodSpec } from '../kubernetes/pod-spec.js';
import { type FieldPath, valueAt } from '../manifest/field-path.js';
import { rowOfObject } from './kinds.js';
import { KUBERNETES } from './kubernetes.js';
import { USUAL_POD_SPEC } from './row.js';

/**
 * The Pod spec of an object: of a Pod, of a kind that creates Pods, and of any other kind with a Pod template in the
 * usual field, such as a custom resource.
 */
export function podSpecOf(object: KubernetesObject): PodSpec | undefined {
  for (const at of placesOf(object)) {
    const spec = valueAt(object, at);
    if (Array.isArray(fieldsOf(spec).containers)) return { fields: fieldsOf(spec), at };
  }
  return undefined;
}

/** The paths of the kind; for an unknown kind, also that of the Kubernetes kind with the same name, which other tools copy. */
function placesOf(object: KubernetesObject): readonly FieldPath[] {
  const row = rowOfObject(object);
  if (row?.podSpec) return [row.podSpec];
  const alike = KUBERNETES.rows.find(({ kind, podSpec }) => kind === object.kind && podSpec !== undefined)?.podSpec;
  return alike ? [alike, USUAL_POD_SPEC] : [USUAL_POD_SPEC];
}

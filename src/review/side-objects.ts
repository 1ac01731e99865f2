/** The objects of a side, and where they stand: for those who look at copies one by one, and for those who need not. */
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { copyInto, expand, type ObjectOrCopies } from '../render/rendered.js';
import type { SideObjects } from './review.js';

/** All objects, copies multiplied. */
export function* allObjects({ objects, copied }: SideObjects): Generator<KubernetesObject> {
  yield* objects;
  yield* expand(copied);
}

/** The objects with any of these names, copies multiplied. */
export function namesakes({ objects, copied }: SideObjects, names: ReadonlySet<string>): Iterable<KubernetesObject> {
  const isNamed = ({ metadata }: KubernetesObject): boolean => names.has(metadata.name);
  return allObjects({ objects: objects.filter(isNamed), copied: copied.filter(({ object }) => isNamed(object)) });
}

/** All objects, copies described once. */
export function objectsOrCopies({ objects, copied }: SideObjects): ObjectOrCopies[] {
  return [...objects.map((object) => ({ object })), ...copied];
}

/** The object as it stands in one of its namespaces. */
export function objectIn(item: ObjectOrCopies, namespace: string): KubernetesObject {
  return item.copies ? copyInto(item, namespace) : item.object;
}

/** Objects of one kind and name by namespace; of several that stand in one, the last. */
export function byPlace(items: readonly ObjectOrCopies[]): Map<string, ObjectOrCopies> {
  const places = new Map<string, ObjectOrCopies>();
  for (const item of items) for (const namespace of namespacesOf(item)) places.set(namespace, item);
  return places;
}

/** Where a namespaced object stands. */
export function namespacesOf({ object, copies }: ObjectOrCopies): readonly string[] {
  return copies?.namespaces ?? [object.metadata.namespace || 'default'];
}

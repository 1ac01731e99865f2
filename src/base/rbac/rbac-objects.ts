/** The objects of a state and their namespaces: for readers that need every copy, and for readers that do not. */
import { copyInto, expand, type ObjectOrCopies } from '../kubernetes/copies.js';
import type { KubernetesObject } from '../kubernetes/object.js';

/** The objects of a state. */
export interface StateObjects {
  /**
   * Rendered and given roles, bindings and accounts, the rendered OperatorGroups and CSVs, the Secrets and CRDs of the input, and those
   * that bundles contain; without copies.
   */
  readonly objects: readonly KubernetesObject[];
  /** Copied Roles and RoleBindings, each described once, however many copies there are. Their subjects have their own namespaces. */
  readonly copied: readonly Copied[];
}

/** The same with the other objects of the cluster: their roles count for bindings of the state, and their bindings for roles. */
export interface ClusterObjects extends StateObjects {
  readonly untouched?: { readonly objects: readonly KubernetesObject[] };
}

/** Copies of an object. */
export type Copied = Required<ObjectOrCopies>;

/** All objects, with each copy. */
export function* allObjects({ objects, copied }: StateObjects): Generator<KubernetesObject> {
  yield* objects;
  yield* expand(copied);
}

/** The objects with any of these names, with each copy. */
export function namesakes({ objects, copied }: StateObjects, names: ReadonlySet<string>): Iterable<KubernetesObject> {
  const isNamed = ({ metadata }: KubernetesObject): boolean => names.has(metadata.name);
  return allObjects({ objects: objects.filter(isNamed), copied: copied.filter(({ object }) => isNamed(object)) });
}

/** All objects; copies are described once. */
export function objectsOrCopies({ objects, copied }: StateObjects): ObjectOrCopies[] {
  return [...objects.map((object) => ({ object })), ...copied];
}

/** The object in one of its namespaces. */
export function objectIn<T extends KubernetesObject>(item: ObjectOrCopies<T>, namespace: string): T {
  return item.copies ? copyInto(item, namespace) : item.object;
}

/** Objects of one kind and name by namespace; the last one wins. */
export function byPlace<T extends ObjectOrCopies>(items: readonly T[]): Map<string, T> {
  const places = new Map<string, T>();
  for (const item of items) for (const namespace of namespacesOf(item)) places.set(namespace, item);
  return places;
}

/** The namespaces of a namespaced object. */
export function namespacesOf({ object, copies }: ObjectOrCopies): readonly string[] {
  return copies?.namespaces ?? [object.metadata.namespace || 'default'];
}

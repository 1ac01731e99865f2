/** The objects of a state, and where they stand: for those who look at copies one by one, and for those who need not. */
import { copyInto, expand, type ObjectOrCopies } from '../kubernetes/copies.js';
import type { KubernetesObject } from '../kubernetes/object.js';

/** The objects of a state. */
export interface StateObjects {
  /**
   * Roles, bindings and accounts, rendered or given, the rendered OperatorGroups and CSVs, the Secrets and CRDs of the input,
   * and what bundles bring of these; copies are not among them.
   */
  readonly objects: readonly KubernetesObject[];
  /** Copied Roles and RoleBindings, each described once, however many there are. Their subjects name their namespaces. */
  readonly copied: readonly Copied[];
}

/** The same, with what else is in the cluster: its roles count for bindings of the state, and its bindings for roles. */
export interface ClusterObjects extends StateObjects {
  readonly untouched?: { readonly objects: readonly KubernetesObject[] };
}

/** Copies of an object. */
export type Copied = Required<ObjectOrCopies>;

/** All objects, copies multiplied. */
export function* allObjects({ objects, copied }: StateObjects): Generator<KubernetesObject> {
  yield* objects;
  yield* expand(copied);
}

/** The objects with any of these names, copies multiplied. */
export function namesakes({ objects, copied }: StateObjects, names: ReadonlySet<string>): Iterable<KubernetesObject> {
  const isNamed = ({ metadata }: KubernetesObject): boolean => names.has(metadata.name);
  return allObjects({ objects: objects.filter(isNamed), copied: copied.filter(({ object }) => isNamed(object)) });
}

/** All objects, copies described once. */
export function objectsOrCopies({ objects, copied }: StateObjects): ObjectOrCopies[] {
  return [...objects.map((object) => ({ object })), ...copied];
}

/** The object as it stands in one of its namespaces. */
export function objectIn<T extends KubernetesObject>(item: ObjectOrCopies<T>, namespace: string): T {
  return item.copies ? copyInto(item, namespace) : item.object;
}

/** Objects of one kind and name by namespace; of several that stand in one, the last. */
export function byPlace<T extends ObjectOrCopies>(items: readonly T[]): Map<string, T> {
  const places = new Map<string, T>();
  for (const item of items) for (const namespace of namespacesOf(item)) places.set(namespace, item);
  return places;
}

/** Where a namespaced object stands. */
export function namespacesOf({ object, copies }: ObjectOrCopies): readonly string[] {
  return copies?.namespaces ?? [object.metadata.namespace || 'default'];
}

/**
 * Copies: one object in each of many namespaces. A template and its target namespaces represent all of them until they are
 * written, so memory does not grow with the number of copies.
 */
import type { KubernetesObject } from './object.js';

/** The label with the namespace of an object's owner. */
export const OWNER_NAMESPACE_LABEL = 'olm.owner.namespace';

/** One object, or one object in each of many namespaces. */
export interface ObjectOrCopies<T extends KubernetesObject = KubernetesObject> {
  /** The object itself. For copies, the object without the parts that differ. */
  readonly object: T;
  readonly copies?: Copies;
}

/** The targets of a copied object. */
export interface Copies {
  readonly namespaces: readonly string[];
  /** Whether the label `olm.owner.namespace` names the copy's namespace. */
  readonly ownerNamespaceLabel: boolean;
}

/** The copy of an object in one namespace. It shares everything except metadata with the template. */
export function copyInto<T extends KubernetesObject>({ object, copies }: ObjectOrCopies<T>, namespace: string): T {
  const { metadata } = object;
  const labels = copies?.ownerNamespaceLabel ? { labels: { ...metadata.labels, [OWNER_NAMESPACE_LABEL]: namespace } } : {};
  return { ...object, metadata: { ...metadata, ...labels, namespace } };
}

/** The number of times that the namespace of a copy occurs in the copy. */
export function namespaceOccurrences({ copies }: ObjectOrCopies): number {
  return copies?.ownerNamespaceLabel ? 2 : 1;
}

/**
 * Yields all rendered objects. An object that OLM copies to several namespaces is yielded once for each namespace.
 *
 * @example
 * [...expand(evaluate(cluster).rendered)].map(({ kind, metadata }) => `${kind} ${metadata.name}`)
 */
export function* expand<T extends KubernetesObject>(rendered: Iterable<ObjectOrCopies<T>>): Generator<T> {
  for (const item of rendered) {
    if (!item.copies) yield item.object;
    else for (const namespace of item.copies.namespaces) yield copyInto(item, namespace);
  }
}

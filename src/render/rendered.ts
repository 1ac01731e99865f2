/**
 * Rendered objects. A copy is described once, as a template and the namespaces it goes to, until the
 * moment it is written, so that nothing grows with the number of copies.
 */
import type { KubernetesObject } from '../model/kubernetes-object.js';

/** Which part of the result an object belongs to: OLM's own objects, or roles, bindings and accounts. */
export const EMIT_SETS = ['olm', 'rbac'] as const;
export type EmitSet = (typeof EMIT_SETS)[number];

/** The label that holds the namespace of an object's owner. */
export const OWNER_NAMESPACE_LABEL = 'olm.owner.namespace';

/** One object, or one object in each of many namespaces. */
export interface ObjectOrCopies {
  /** The object itself; of copies, the object without what differs between them. */
  readonly object: KubernetesObject;
  readonly copies?: Copies;
}

/** What is rendered. */
export interface Rendered extends ObjectOrCopies {
  readonly emitSet: EmitSet;
}

/** Where an object is copied to. */
export interface Copies {
  readonly namespaces: readonly string[];
  /** Whether the label `olm.owner.namespace` names the copy's namespace. */
  readonly ownerNamespaceLabel: boolean;
}

/** The copy of an object in one namespace; everything but metadata is shared with the template. */
export function copyInto({ object, copies }: ObjectOrCopies, namespace: string): KubernetesObject {
  const { metadata } = object;
  const labels = copies?.ownerNamespaceLabel ? { labels: { ...metadata.labels, [OWNER_NAMESPACE_LABEL]: namespace } } : {};
  return { ...object, metadata: { ...metadata, ...labels, namespace } };
}

/** How often the namespace of a copy occurs in it. */
export function namespaceOccurrences({ copies }: ObjectOrCopies): number {
  return copies?.ownerNamespaceLabel ? 2 : 1;
}

/** All objects, copies multiplied. */
export function* expand(rendered: Iterable<ObjectOrCopies>): Generator<KubernetesObject> {
  for (const item of rendered) {
    if (!item.copies) yield item.object;
    else for (const namespace of item.copies.namespaces) yield copyInto(item, namespace);
  }
}

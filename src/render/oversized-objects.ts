/** Objects too large for client-side apply, which keeps the whole object in an annotation. */
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { jsonText } from '../manifest/format.js';
import type { RenderedRule } from './rendered-rule.js';

/** What all annotations of an object are allowed to take together, keys and values (apimachinery, TotalAnnotationSizeLimitB). */
export const MAX_ANNOTATION_BYTES = 256 * 1024;
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const encoder = new TextEncoder();

/** A warning for each object that `kubectl apply` and Argo CD cannot apply without server-side apply. */
export const oversizedObjects: RenderedRule = {
  id: 'client-side-apply-too-large',
  severity: 'warning',
  title: 'An object is too large for client-side apply',
  references: [],
  documentation: {
    meaning:
      'Client-side apply keeps a copy of the object in an annotation, and the annotations of this one would exceed 256 KiB. Flux and `kubectl apply --server-side` are not affected.',
    fix: 'Apply with server-side apply; in Argo CD, set the sync option `ServerSideApply=true`.',
  },
  find: (rendered) =>
    rendered.flatMap(({ object, copies }) => {
      const bytes = annotationBytes(object);
      if (bytes <= MAX_ANNOTATION_BYTES) return [];
      const [namespace] = copies?.namespaces ?? [];
      const subject: ObjectReference = { ...referenceTo(object), ...(namespace === undefined ? {} : { namespace }) };
      const copied = copies && copies.namespaces.length > 1 ? ` and its ${copies.namespaces.length - 1} other copies` : '';
      return [
        {
          subject,
          message: `${formatReference(subject)}${copied} cannot be applied client-side: its annotations would take ${bytes} bytes, and ${MAX_ANNOTATION_BYTES} are allowed`,
          fix: 'use server-side apply: kubectl apply --server-side, Flux, or the sync option ServerSideApply=true in Argo CD',
          related: [],
        },
      ];
    }),
};

/** How much all annotations take once kubectl has added its own. */
export function annotationBytes(object: KubernetesObject): number {
  const own = Object.entries(object.metadata.annotations ?? {}).flat();
  // kubectl writes a line break after the copy.
  return [...own, LAST_APPLIED, jsonOf(object), '\n'].reduce((sum, text) => sum + encoder.encode(text).length, 0);
}

/** As `jsonText` has it, but for the order of keys: thousands of large objects are measured. */
function jsonOf(object: KubernetesObject): string {
  try {
    return JSON.stringify(object);
  } catch {
    // A number that only a bigint can have.
    return jsonText(object);
  }
}

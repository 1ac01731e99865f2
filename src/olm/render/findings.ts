/**
 * Rules about rendered objects that cannot be applied, or only in some ways. The API server refuses some, each of which stops a whole
 * sync of Flux; others are too large for client-side apply, which stores the whole object in an annotation.
 */

import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { MAX_STORED_BYTES, storedBytes } from '../../base/kubernetes/stored-size.js';
import { type RefusedField, refusals } from '../../base/kubernetes/structure/refusals.js';
import { type FieldPath, formatFieldPath } from '../../base/manifest/field-path.js';
import { jsonText } from '../../base/manifest/format.js';
import { listed } from '../../base/wording/phrases.js';
import type { FieldOfInput } from '../model/claim.js';
import { type Discovery, type Finding, report } from '../model/finding.js';
import { LAST_APPLIED } from './metadata.js';
import { type Rendered, type RenderedRule, renderedRule } from './rendered.js';

/** The size limit of all annotations of an object together, keys and values (apimachinery, TotalAnnotationSizeLimitB). */
export const MAX_ANNOTATION_BYTES = 256 * 1024;

const encoder = new TextEncoder();

/** A warning for each object that `kubectl apply` and Argo CD cannot apply without server-side apply. */
export const oversizedObjects = renderedRule('client-side-apply-too-large', 'warning', 'An object is too large for client-side apply', {
  meaning:
    "With client-side apply, the object's annotations would exceed 256 KiB. Flux and `kubectl apply --server-side` are not affected. Error above 1.5 MiB, which the API server does not store in any way.",
  fix: 'Apply server-side; in Argo CD, set `ServerSideApply=true`.',
  find: (rendered) =>
    rendered.flatMap(({ object, copies }) => {
      const bytes = annotationBytes(object);
      if (bytes <= MAX_ANNOTATION_BYTES) return [];
      const [namespace] = copies?.namespaces ?? [];
      const subject: ObjectReference = { ...referenceTo(object), ...(namespace === undefined ? {} : { namespace }) };
      const copied = copies && copies.namespaces.length > 1 ? ` and its ${copies.namespaces.length - 1} other copies` : '';
      if (storedBytes(object) > MAX_STORED_BYTES) return [notStored(subject, storedBytes(object))];
      return [
        {
          subject,
          message: `${formatReference(subject)}${copied} cannot be applied client-side: its annotations would take ${bytes} bytes, and ${MAX_ANNOTATION_BYTES} are allowed`,
          fix: 'use server-side apply: kubectl apply --server-side, Flux, or the sync option ServerSideApply=true in Argo CD',
          related: [],
        },
      ];
    }),
});

function notStored(subject: ObjectReference, bytes: number): Discovery {
  const message = `${formatReference(subject)} cannot be applied at all: it takes ${bytes} bytes, and etcd stores ${MAX_STORED_BYTES}`;
  return { severity: 'error', subject, message, fix: 'use a version of the operator with a smaller one', related: [] };
}

/** The size of all annotations after kubectl has added its own. */
export function annotationBytes(object: KubernetesObject): number {
  const own = Object.entries(object.metadata.annotations ?? {}).flat();
  // kubectl writes a line break after the copy.
  return [...own, LAST_APPLIED, jsonOf(object), '\n'].reduce((sum, text) => sum + encoder.encode(text).length, 0);
}

/** JSON like that of `jsonText`, but in unsorted order: thousands of large objects are measured. */
function jsonOf(object: KubernetesObject): string {
  try {
    return JSON.stringify(object);
  } catch {
    // A number that only a bigint can represent.
    return jsonText(object);
  }
}

/** Rendered objects that an API server refuses: each stops a whole sync of Flux, so the permissions are not applied either. */
const SHOWN = 3;
const LONGEST = 60;

/** An error for each rendered object whose structure the API server refuses; `find` takes all rendered objects. */
export const refusedObjects = renderedRule('api-server-refuses', 'error', 'The API server refuses an object', {
  meaning: 'The API server refuses a field of a rendered object, so applying it fails; Flux then applies nothing of that Kustomization.',
  fix: 'Correct the field in the input.',
  find: (rendered) => rendered.flatMap(refusedObject),
});

/** The problems of an object. Copies are reported once, with their original. */
function refusedObject(item: Rendered): Discovery[] {
  const { object, copies } = item;
  const isCopiedCsv = object.kind === 'ClusterServiceVersion' && copies !== undefined;
  const found = isCopiedCsv ? [] : refusals(object);
  if (found.length === 0) return [];
  const path = found[0]?.path ?? [];
  const subject: ObjectReference = copies ? { ...referenceTo(object), namespace: copies.namespaces[0] ?? '' } : referenceTo(object);
  const who = found.some(({ by }) => by === 'every-write') ? 'the API server refuses' : 'server-side apply and kubectl apply refuse';
  return [
    {
      subject,
      message: `${who} ${formatReference(subject)}: ${listed(found.slice(0, SHOWN).map(refusalText))}${found.length > SHOWN ? `, and ${found.length - SHOWN} more` : ''}`,
      fix: `correct ${formatFieldPath(path)}${found.length > 1 ? ' and the others' : ''} in the input`,
      related: [],
      at: fieldOfInput(item, path),
    },
  ];
}

/** The input field of a field in a rendered object: a role has the rules of a field of its owner, most others are objects of the input. */
function fieldOfInput({ object, owner, field }: Rendered, path: FieldPath): FieldOfInput {
  if (field !== undefined) return { object: owner, field: path[0] === 'rules' ? [...field, ...path] : field };
  const isInput = formatReference(owner) === formatReference(referenceTo(object));
  return { object: owner, field: isInput ? path : [] };
}

function refusalText({ path, reason, found, expected }: RefusedField): string {
  const field = formatFieldPath(path);
  switch (reason) {
    case 'unknown-field':
      return `${field} is no field of it`;
    case 'required':
    case 'key-missing':
      return `${field} is missing`;
    case 'duplicate':
      return `${field} repeats an earlier item`;
    default:
      return `${field} is ${jsonText(found).slice(0, LONGEST)} where ${expected} is expected`;
  }
}

/** The rules about problems when applying. */
export const IN_THE_WAY = [refusedObjects, oversizedObjects] satisfies readonly RenderedRule[];

/** The findings that prevent applying a rendering. @param rendered the objects to apply */
export function renderedFindings(rendered: readonly Rendered[]): Finding[] {
  return IN_THE_WAY.flatMap((rule) => report(rule, rendered));
}

/** Objects inside of other objects that are not read as objects of their own. */
import { isFromCluster, type KubernetesObject } from '../kubernetes/object.js';
import { fieldsOf } from '../kubernetes/pod-spec.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { innerOf, unwrapped, writtenName } from './index.js';

/** The inner objects that stayed inside because another object has their name; the documents were unwrapped together. */
export function hiddenIn(documents: readonly ParsedDocument[]): ParsedDocument[] {
  return documents.flatMap((document) => unwrapped([document]).filter((one) => one.inside !== document.inside && isWhole(one.value)));
}

/** Whether an object still has all of its fields: an object that was taken out leaves only its name. */
function isWhole(value: unknown): boolean {
  return Object.keys(fieldsOf(value)).length > Object.keys(fieldsOf(writtenName(value, value))).length;
}

/** Whether an unwrapped object still contains an object that is not read as an object of its own. */
export function hidesObjects(value: KubernetesObject): boolean {
  const { metadata } = value;
  const inner = innerOf(isFromCluster(value) ? { ...value, metadata: { name: metadata.name } } : value, new Set());
  return inner.some((one) => isWhole(one.value));
}

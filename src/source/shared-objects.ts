/** Objects that several units of a cluster apply: what is the same in all of them is one. */
import { isDeepStrictEqual } from 'node:util';
import { groupOf } from '../kubernetes/kinds.js';
import { isNamedObject } from '../kubernetes/object.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';

/**
 * The documents, without those that say again what another file says.
 *
 * @param isShared whether a file is of a unit beside others; of one unit alone, what is there twice is a mistake
 */
export function withoutRepeated(documents: readonly ParsedDocument[], isShared: (file: string) => boolean): readonly ParsedDocument[] {
  const first = new Map<string, ParsedDocument>();
  return documents.filter((document) => {
    const { value, source } = document;
    if (!isShared(source.file) || !isNamedObject(value)) return true;
    const { name, namespace } = value.metadata as { readonly name?: unknown; readonly namespace?: unknown };
    const key = JSON.stringify([groupOf(value.apiVersion), value.kind, namespace, name]);
    const known = first.get(key);
    if (!known) first.set(key, document);
    return !known || known.source.file === source.file || !isSame(known.value, value);
  });
}

/** Of a Namespace, only labels decide anything. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isMapping(one) || !isMapping(other)) return false;
  if (one.kind !== 'Namespace') return isDeepStrictEqual(one, other);
  return isDeepStrictEqual(labelsOf(one), labelsOf(other));
}

function labelsOf({ metadata }: Readonly<Record<string, unknown>>): unknown {
  return (isMapping(metadata) ? metadata.labels : undefined) ?? {};
}

/**
 * Finds the objects that make a tool apply manifests. Not every applied path is known: a generator, a patch or a setting can make it. So a
 * change of such an object can begin to apply any file.
 */
import { groupOf } from '../../base/kubernetes/kinds.js';
import { isNamedObject } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { ROWS, rowOf, rowOfObject } from '../../base/tools/kinds.js';

/** The API groups of these objects. */
export const DELIVERY_GROUPS: readonly string[] = [
  ...new Set(ROWS.flatMap(({ applies, group }) => (applies === true && group !== '' ? [group] : []))),
];

/** These objects as one text, which is equal for equal objects. */
export function deliveriesIn(documents: readonly Pick<ParsedDocument, 'value'>[]): string {
  return documents
    .flatMap(({ value }) => (isDelivery(value) ? [sortedText(value)] : []))
    .sort()
    .join('\n');
}

function isDelivery(value: unknown): boolean {
  if (!isNamedObject(value)) return false;
  return [rowOfObject(value), rowOf(groupOf(value.apiVersion), '*')].some((row) => row?.applies === true);
}

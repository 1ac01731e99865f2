/** Lists: documents that stand for several objects. */
import { isMapping } from '../manifest/plain-data.js';

/**
 * The objects that a document stands for, or nothing if it is one object. kubectl and Argo CD take every document with a
 * list in `items` for a List, whatever its kind (apimachinery's UnstructuredJSONScheme, Unstructured.IsList).
 *
 * @example
 * listItems({ kind: 'List', items: [{ kind: 'Pod' }] }) // [{ kind: 'Pod' }]
 */
export function listItems(value: unknown): readonly unknown[] | undefined {
  return isMapping(value) && Array.isArray(value.items) ? value.items : undefined;
}

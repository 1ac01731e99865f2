/** Lists: documents that stand for several objects. */
import { isMapping } from '../manifest/plain-data.js';

/**
 * The objects that a document stands for, or nothing if it is one object. kubectl and Argo CD take every document with a
 * list in `items` for a List, whatever its kind, and an item without apiVersion and kind has those that the list names
 * (apimachinery's UnstructuredJSONScheme, Unstructured.IsList).
 *
 * @example
 * listItems({ kind: 'List', items: [{ kind: 'Pod' }] }) // [{ kind: 'Pod' }]
 * listItems({ apiVersion: 'v1', kind: 'PodList', items: [{}] }) // [{ apiVersion: 'v1', kind: 'Pod' }]
 */
export function listItems(value: unknown): readonly unknown[] | undefined {
  if (!isMapping(value) || !Array.isArray(value.items)) return undefined;
  const { apiVersion, kind: listKind, items } = value;
  const kind = typeof listKind === 'string' ? listKind.replace(/List$/, '') : '';
  if (kind === '' || typeof apiVersion !== 'string') return items;
  return items.map((item: unknown) => (isMapping(item) && !item.kind && !item.apiVersion ? { ...item, apiVersion, kind } : item));
}

/**
 * Finds the objects that make a tool apply manifests. Not every applied path is known: a generator, a patch or a setting can make it. So a
 * change of such an object can begin to apply any file.
 */
import { groupOf } from '../../base/kubernetes/kinds.js';
import { isNamedObject } from '../../base/kubernetes/object.js';
import { fieldsOf } from '../../base/kubernetes/pod-spec.js';
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

/** Kinds that only name objects of tools: as examples, or as what an API accepts. */
const ONLY_NAMING: ReadonlySet<unknown> = new Set(['ClusterServiceVersion', 'CustomResourceDefinition']);

/** Annotations by which Argo CD applies the object itself in another way, or at another time. */
const OF_ITSELF = /"argocd\.argoproj\.io\/(?:compare-options|hook|hook-delete-policy|sync-options|sync-wave)"/g;

/** Objects that are such objects or can contain some, such as a Policy, as one text. */
export function mentioningDeliveries(values: readonly unknown[]): string {
  return values
    .flatMap((value) => {
      const text = ONLY_NAMING.has(fieldsOf(value).kind) ? '' : sortedText(value);
      const said = text.replace(OF_ITSELF, '');
      return DELIVERY_GROUPS.some((group) => said.includes(group)) ? [text] : [];
    })
    .sort()
    .join('\n');
}

function isDelivery(value: unknown): boolean {
  if (!isNamedObject(value)) return false;
  return [rowOfObject(value), rowOf(groupOf(value.apiVersion), '*')].some((row) => row?.applies === true);
}

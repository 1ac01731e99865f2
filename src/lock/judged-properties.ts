/** The properties of a bundle that decide which operators come with it: one that is missing hides a dependency, one more pretends to meet it. */
import { sortedText } from '../manifest/plain-data.js';
import type { Property } from '../model/catalog.js';

/**
 * Those that OLM's resolver reads (https://olm.operatorframework.io/docs/reference/file-based-catalogs/#properties). Of others a
 * catalog can have more than its bundles, such as `olm.deprecated`.
 */
const DECIDING: ReadonlySet<string> = new Set([
  'olm.constraint',
  'olm.gvk',
  'olm.gvk.required',
  'olm.label',
  'olm.label.required',
  'olm.package',
  'olm.package.required',
]);

/** Each once, as text, sorted. */
export function judgedProperties(properties: readonly Property[]): string[] {
  return [...new Set(properties.filter(({ type }) => DECIDING.has(type)).map(({ type, value }) => sortedText({ type, value })))].sort();
}

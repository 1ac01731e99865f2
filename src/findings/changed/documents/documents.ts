/**
 * Documents that differ in a field that no other part of the review compares. "No change in meaning" is a promise about
 * everything that was read, so each of them is named and counted.
 */
import { listItems } from '../../../kubernetes/list-items.js';
import { fieldsOf } from '../../../kubernetes/pod-spec.js';
import type { ReadDocument } from '../../../state/state.js';
import type { ChangeFinder, FindChanges } from '../change.js';
import { bundleChanges } from './bundles.js';
import { catalogChanges, isCatalogEntry } from './catalogs.js';
import { type Comparison, changeOf, differences } from './compare-documents.js';
import { effectsOf } from './document-effects.js';
import { COMES_OR_GOES, FIELDS_NOT_REVIEWED, NOT_REVIEWED, OBJECT_CHANGED } from './not-reviewed.js';

/** One change for each such document; of a bundle that only one state has, and of a package in catalogs, one for all of it. */
const find: FindChanges = (base, head) => {
  const comparison: Comparison = { base, head, ...effectsOf(base, head) };
  const [of, and] = [base, head].map((state) => state.documents.filter(isOwn).flatMap(withItems)) as [ReadDocument[], ReadDocument[]];
  const own = differences(comparison, of, and).flatMap((difference) => {
    const { document, old, now, state } = difference;
    if (old.length > 0 && now.length > 0) return [changeOf(difference, comparison)];
    if (comparison.isTold(document.value, state)) return [];
    const change = changeOf(difference, comparison);
    const how = old.length === 0 ? 'is new, and grants nothing so far' : 'is removed, and granted nothing';
    return [comparison.grantsNothing(document.value, state) ? { ...change, presence: undefined, message: how } : change];
  });
  return [...own, ...bundleChanges(comparison), ...catalogChanges(comparison)];
};

export const documents: ChangeFinder = { rules: [NOT_REVIEWED, FIELDS_NOT_REVIEWED, OBJECT_CHANGED, COMES_OR_GOES], find };

/** What is applied of a List are its items, wherever they stand. */
function withItems(document: ReadDocument): ReadDocument[] {
  const items = listItems(document.value)?.flatMap((value) => withItems({ ...document, value }));
  if (!items) return [document];
  return String(fieldsOf(document.value).kind).endsWith('List') ? items : [document, ...items];
}

function isOwn({ value, bundle }: ReadDocument): boolean {
  return bundle === undefined && !isCatalogEntry(value);
}

/**
 * Reports documents with differences that no other part of the review compares. "No change in meaning" covers everything that was read, so
 * each such document is named and counted.
 */

import { repositoryOf } from '../../../../base/kubernetes/image-owner.js';
import { groupBy, isNamedObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { walk } from '../../../../base/manifest/field-path.js';
import { listed } from '../../../../base/wording/phrases.js';
import { isClusterCatalog, packageOf } from '../../../../olm/model/find-catalog.js';
import { packageNamed } from '../../../compare/package-named.js';
import type { ReadDocument } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { bundleChanges } from './bundles.js';
import { type Comparison, changeOf, type Difference, differences } from './compare-documents.js';
import { effectsOf } from './document-effects.js';
import { COMES_OR_GOES, FIELDS_NOT_REVIEWED, NOT_REVIEWED, OBJECT_CHANGED } from './not-reviewed.js';

/** One change for each document; one for a whole bundle that only one state has, and one for each package in catalogs. */
const find: FindChanges = (base, head) => {
  const comparison: Comparison = { base, head, ...effectsOf(base, head) };
  const [of, and] = [base, head].map((state) => state.documents.filter(isOwn)) as [ReadDocument[], ReadDocument[]];
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

export const documents = ofStates([NOT_REVIEWED, FIELDS_NOT_REVIEWED, OBJECT_CHANGED, COMES_OR_GOES], find);

function isOwn({ value, bundle }: ReadDocument): boolean {
  return bundle === undefined && !isCatalogEntry(value);
}

// Differences in catalogs, by package: an update of a catalog changes thousands of entries.

const SHOWN_ENTRIES = 5;

/** Whether a document is an entry of a file-based catalog, not an object. */
function isCatalogEntry(value: unknown): boolean {
  return !isNamedObject(value) && typeof fieldsOf(value).schema === 'string';
}

/** Templates of which `opm` makes a catalog: a bundle in one is read from its image later. */
const TEMPLATES = /^olm\.(?:semver|composite|template\.)/;

/** The repositories of the images in the templates. */
function imagesOf(documents: readonly ReadDocument[], templates: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { value } of documents.filter((one) => templates.includes(String(fieldsOf(one.value).schema))))
    walk(value, (part, at) => {
      if (typeof part === 'string' && /^(?:image|ref)$/i.test(String(at.at(-1)))) found.add(repositoryOf(part));
      return false;
    });
  return found;
}

/** One change for each package. */
function catalogChanges(comparison: Comparison): FoundChange[] {
  const [of, and] = [comparison.base, comparison.head].map(({ documents }) =>
    documents.filter(({ value, bundle }) => bundle === undefined && isCatalogEntry(value)),
  ) as [ReadDocument[], ReadDocument[]];
  const found = groupBy(differences(comparison, of, and), ({ document: { value } }) => packageNamed(fieldsOf(value)));
  return [...found].map(([name, all]): FoundChange => {
    const [{ document }] = all as [Difference];
    const entries = all.map((difference) =>
      `${String(fieldsOf(difference.document.value).schema)} ${String(fieldsOf(difference.document.value).name ?? '')}`.trim(),
    );
    const templates = all.map(({ document: { value } }) => String(fieldsOf(value).schema)).filter((schema) => TEMPLATES.test(schema));
    const [was, is] = [of, and].map((documents) => imagesOf(documents, templates)) as [ReadonlySet<string>, ReadonlySet<string>];
    const asking = askingForAny(comparison, name);
    const elsewhere = was.size === 0 ? [] : [...is].filter((repository) => !was.has(repository));
    return {
      rule: NOT_REVIEWED,
      identity: entries,
      severity: asking.length > 0 ? 'error' : elsewhere.length > 0 ? 'warning' : 'info',
      subject: { kind: 'Package', name },
      message: `differs in the catalog: ${listed(entries, 'entries', SHOWN_ENTRIES)}${elsewhere.length > 0 ? `, with images from ${listed(elsewhere)} instead of ${listed([...was])}` : ''}; this was not reviewed${asking.length > 0 ? `, and ${listed(asking)} can install from it: nothing says which of several catalogs the cluster has` : ''}`,
      place: { file: document.file },
    };
  });
}

/** The Subscriptions of a package that several catalogs have, where nothing says of one of them whose catalog it is. */
function askingForAny({ head: { cluster } }: Comparison, name: string): string[] {
  const having = cluster.catalogs.filter((catalog) => !isClusterCatalog(catalog) && packageOf(catalog, name));
  if (having.length < 2 || having.every((catalog) => catalog.name !== '')) return [];
  return cluster.subscriptions
    .filter(({ packageName }) => packageName === name)
    .map(({ namespace, name: subscription }) => `Subscription ${namespace}/${subscription}`);
}

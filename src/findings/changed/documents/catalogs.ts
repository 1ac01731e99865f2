/** What differs in catalogs, by package: an update of a catalog changes thousands of entries. */
import { groupBy } from '../../../kubernetes/group-by.js';
import { isNamedObject } from '../../../kubernetes/object.js';
import { fieldsOf } from '../../../kubernetes/pod-spec.js';
import type { ReadDocument } from '../../../state/state.js';
import { listed } from '../../../wording/phrases.js';
import type { FoundChange } from '../change.js';
import { type Comparison, type Difference, differences } from './compare-documents.js';
import { NOT_REVIEWED } from './not-reviewed.js';

const SHOWN_ENTRIES = 5;

/** Whether a document is an entry of a file-based catalog, and no object. */
export function isCatalogEntry(value: unknown): boolean {
  return !isNamedObject(value) && typeof fieldsOf(value).schema === 'string';
}

/** One change for each package. */
export function catalogChanges(comparison: Comparison): FoundChange[] {
  const [of, and] = [comparison.base, comparison.head].map(({ documents }) =>
    documents.filter(({ value, bundle }) => bundle === undefined && isCatalogEntry(value)),
  ) as [ReadDocument[], ReadDocument[]];
  const found = groupBy(differences(comparison, of, and), ({ document: { value } }) =>
    String(fieldsOf(value).package || fieldsOf(value).name || ''),
  );
  return [...found].map(([name, all]): FoundChange => {
    const [{ document }] = all as [Difference];
    const entries = all.map((difference) =>
      `${String(fieldsOf(difference.document.value).schema)} ${String(fieldsOf(difference.document.value).name ?? '')}`.trim(),
    );
    return {
      rule: NOT_REVIEWED,
      identity: entries,
      severity: 'info',
      subject: { kind: 'Package', name },
      message: `differs in the catalog: ${listed(entries, 'entries', SHOWN_ENTRIES)}; this was not reviewed`,
      place: { file: document.file },
    };
  });
}

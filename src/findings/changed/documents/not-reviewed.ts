/** The changes that nobody reviewed: that an object differs, or that these of its fields do, is all that is known. */
import { groupBy } from '../../../kubernetes/group-by.js';
import { formatReference } from '../../../kubernetes/object.js';
import { listed } from '../../../wording/phrases.js';
import type { Change, FoundChange } from '../change.js';
import { fieldsText, isCovered } from './differing-fields.js';

/** The kind of those about objects of which nothing else is told. */
export const NOT_REVIEWED = 'object-not-reviewed';

/** The kind of those about the rest of an object of which other changes tell something. */
export const FIELDS_NOT_REVIEWED = 'fields-not-reviewed';

/** What these say of an object that is in one of the two states only. */
export const COMES_OR_GOES = /^is (?:new|removed); the review does not cover this$/;

/** Without what other changes tell: of an object that differs, the fields that they do not cover are left. */
export function notToldElsewhere(changes: readonly FoundChange[], told: readonly FoundChange[]): FoundChange[] {
  const about = groupBy(told, ({ subject }) => formatReference(subject));
  return changes.flatMap((change) => {
    const known = about.get(formatReference(change.subject));
    if (!known || change.isAmbiguous || (change.kind !== NOT_REVIEWED && change.kind !== FIELDS_NOT_REVIEWED)) return [change];
    // An object that comes or goes is told as a whole.
    if (!change.differs) return [];
    const covered = known.flatMap(({ covers = [] }) => covers);
    const fields = change.differs.fields.filter((field) => !isCovered(field, covered));
    const differs = { ...change.differs, fields };
    return fields.length === 0 ? [] : [{ ...change, kind: FIELDS_NOT_REVIEWED, differs, message: differsText(differs, 'also differs') }];
  });
}

/** @param differ the verb */
export function differsText({ fields, of }: Required<FoundChange>['differs'], differ = 'differs'): string {
  return `${of === undefined ? '' : `${of} `}${differ} in ${fieldsText(fields)}; the review does not cover this`;
}

/** `3 changed objects were not reviewed: ConfigMap op/settings …`; nothing if there are none. */
export function notReviewedText(changes: readonly Change[]): string | undefined {
  const found = changes.filter(({ kind }) => kind === NOT_REVIEWED);
  if (found.length === 0) return undefined;
  const names = listed(
    found.map(({ subject }) => formatReference(subject)),
    'objects',
  );
  return `${found.length === 1 ? '1 changed object was' : `${found.length} changed objects were`} not reviewed: ${names}`;
}

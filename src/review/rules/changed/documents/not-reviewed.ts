/** The changes that nobody reviewed: that an object differs, or that these of its fields do, is all that is known. */

import { formatReference, groupBy } from '../../../../base/kubernetes/object.js';
import { listed } from '../../../../base/wording/phrases.js';
import { type Differs, type Finding, type Presence, rule } from '../../../../olm/model/finding.js';
import { clauseOf, fingerprintOf } from '../../finding-of.js';
import { type Claims, claimsOf, isClaimed } from './claims.js';
import { fieldsText } from './differing-fields.js';
import { fieldsInWords } from './fields-in-words.js';

/** About objects of which nothing else is told. */
export const NOT_REVIEWED = rule('object-not-reviewed', 'error', 'An object that was not reviewed changes', {
  class: 'unread',
  effect: 'unknown',
  isSummedUp: true,
  short: 'unreviewed objects',
  meaning:
    'An object is new, removed or changed, and no rule knows the effect. Error for roles and bindings in a bundle that nothing installs, and for operators that the profile does not evaluate; else mostly a note.',
  attack: 'No Subscription installs the bundle with a ClusterRoleBinding. A GitOps tool that applies the folder grants it.',
  fix: 'Read the change, and review it with the profile that evaluates it.',
});

/** About objects that only come or go, and whose kind other rules look at. */
export const COMES_OR_GOES = rule('object-comes-or-goes', 'info', 'An object is added or removed', {
  isRoutine: true,
  isSummedUp: true,
  meaning: 'An object, such as a Namespace, Service, ServiceAccount or ConfigMap, is added or removed, and no other rule reports it.',
  fix: 'Check that it is intended.',
});

/** About objects that stay, and of whose kind each field is known. */
export const OBJECT_CHANGED = rule('object-changed', 'info', 'An object of a known kind changes', {
  isRoutine: true,
  meaning: 'Fields of a ConfigMap, Namespace, Service, ServiceAccount or workload change, and no other rule reports it.',
  fix: 'Check that it is intended.',
});

/** That an object comes or goes is all that these tell. */
const PRESENCE_ALONE: ReadonlySet<string> = new Set([NOT_REVIEWED, COMES_OR_GOES].map(({ id }) => id));

/** Whether all that a finding tells is that an object comes or goes. */
export function isPresence({ id, presence }: Pick<Finding, 'id' | 'presence'>): boolean {
  return PRESENCE_ALONE.has(id) && presence !== undefined;
}

/** About the rest of an object of which other changes tell something. */
export const FIELDS_NOT_REVIEWED = rule('fields-not-reviewed', 'error', 'Fields that were not reviewed change', {
  class: 'unread',
  isRoutine: true,
  meaning:
    'Other lines explain some changes of an object. For these fields, nothing does. As severe as an unreviewed object: mostly a note.',
  fix: 'Read what changes in these fields.',
});

/** Of an object that is in one of the two states only. @param what was not reviewed of it; absent: nothing */
export function presenceText(presence: Presence, what?: 'this' | 'the rest of it'): string {
  const how = `is ${presence === 'added' ? 'new' : 'removed'}`;
  return what === undefined ? how : `${how}; the review does not cover ${what}`;
}

/** What defaults are left where other changes are told: of an object that differs, the fields that they do not claim. */
export function leftByChanges(defaults: readonly Finding[], told: readonly Finding[]): Finding[] {
  const claims = claimsOf(told);
  return defaults.flatMap((finding) => {
    const isDefault = finding.id === FIELDS_NOT_REVIEWED.id || finding.id === OBJECT_CHANGED.id || PRESENCE_ALONE.has(finding.id);
    if (!isDefault || finding.differs?.isAmbiguous || claims.about(finding.subject).length === 0) return [finding];
    // An object that comes or goes is told as a whole.
    return finding.differs ? unclaimed(finding, claims) : [];
  });
}

/** What is left of a default where others claim some of its fields. */
export function unclaimed(finding: Finding, claims: Claims): Finding[] {
  if (!finding.differs) return [finding];
  const claimed = claims.fieldsOf(finding.subject);
  const fields = finding.differs.fields.filter((field) => !isClaimed(field, claimed));
  const differs = { ...finding.differs, fields };
  if (fields.length === 0) return [];
  if (differs.isKnown) return [{ ...finding, differs, message: fieldsInWords(fields) }];
  const { id, references, documentation } = FIELDS_NOT_REVIEWED;
  const fingerprint = fingerprintOf(id, finding.severity, finding.subject, differs.identity);
  return [
    {
      ...finding,
      id,
      fix: clauseOf(documentation.fix),
      references: [...references],
      fingerprint,
      differs,
      message: differsText(differs, 'also differs'),
    },
  ];
}

/** @param differ the verb */
export function differsText({ fields, of }: Pick<Differs, 'fields' | 'of'>, differ = 'differs'): string {
  return `${of === undefined ? '' : `${of} `}${differ} in ${fieldsText(fields)}; the review does not cover this`;
}

/** `New: ConfigMap op/settings …`; nothing if there are none. */
export function presenceTexts(changes: readonly Finding[]): string[] {
  const found = groupBy(
    changes.filter(({ id }) => id === COMES_OR_GOES.id),
    ({ presence }) => presence,
  );
  return [...found].map(([presence, alike]) => {
    const names = listed(
      alike.map(({ subject }) => formatReference(subject)),
      'objects',
    );
    return `${presence === 'added' ? 'New' : 'Removed'}: ${names}`;
  });
}

/** `3 changed objects were not reviewed: ConfigMap op/settings …`; nothing if there are none. */
export function notReviewedText(changes: readonly Finding[]): string | undefined {
  const found = changes.filter(({ id }) => id === NOT_REVIEWED.id);
  if (found.length === 0) return undefined;
  const names = listed(
    found.map(({ subject }) => formatReference(subject)),
    'objects',
  );
  return `${found.length === 1 ? '1 changed object was' : `${found.length} changed objects were`} not reviewed: ${names}`;
}

/** The default findings about changes that no rule explains: an object, or some of its fields, changed and were not reviewed. */

import { formatReference, groupBy } from '../../../../base/kubernetes/object.js';
import { listed } from '../../../../base/wording/phrases.js';
import type { Differs, Presence } from '../../../../olm/model/claim.js';
import { type Finding, rule } from '../../../../olm/model/finding.js';
import { clauseOf, fingerprintOf } from '../../finding-of.js';
import { type Claims, claimsOf, isClaimed } from './claims.js';
import { fieldsText } from './differing-fields.js';
import { fieldsInWords } from './fields-in-words.js';

/** The rule for objects without any other finding. */
export const NOT_REVIEWED = rule('object-not-reviewed', 'error', 'The change of an object was not reviewed', {
  class: 'unread',
  effect: 'unknown',
  isSummedUp: true,
  short: 'unreviewed objects',
  meaning:
    'An object is new, removed or changed, and no rule knows what that does. It is an error for operators that the profile does not evaluate and, in a bundle that nothing installs, for roles, bindings and kinds that OLM never installs. Otherwise it is mostly a note.',
  attack: 'No Subscription installs the bundle with a ClusterRoleBinding. A GitOps tool that applies the folder grants it.',
  fix: 'Read the change, and use the profile that evaluates the operator.',
});

/** The rule for objects that are only added or removed, and whose kind other rules check. */
export const COMES_OR_GOES = rule('object-comes-or-goes', 'info', 'An object is added or removed', {
  isRoutine: true,
  isSummedUp: true,
  meaning: 'An object, such as a Namespace, Service, ServiceAccount or ConfigMap, is added or removed, and no other rule reports it.',
  fix: 'Check that it is intended.',
});

/** The rule for existing objects of kinds whose fields are all known. */
export const OBJECT_CHANGED = rule('object-changed', 'info', 'An object of a known kind changes', {
  isRoutine: true,
  meaning: 'Fields of a ConfigMap, Namespace, Service, ServiceAccount or workload change, and no other rule reports it.',
  fix: 'Check that it is intended.',
});

/** Rules that can report the addition or removal of an object, and nothing else about it. */
const PRESENCE_ALONE: ReadonlySet<string> = new Set([NOT_REVIEWED, COMES_OR_GOES].map(({ id }) => id));

/** Whether a finding reports only that an object is added or removed. */
export function isPresence({ id, presence }: Pick<Finding, 'id' | 'presence'>): boolean {
  return PRESENCE_ALONE.has(id) && presence !== undefined;
}

/** The rule for the unexplained fields of an object, if other findings explain some of its changes. */
export const FIELDS_NOT_REVIEWED = rule('fields-not-reviewed', 'error', 'The change of some fields was not reviewed', {
  class: 'unread',
  isRoutine: true,
  meaning:
    'Other findings explain some changes of an object, but not the changes of these fields. The severity is that of object-not-reviewed, mostly a note.',
  fix: 'Read the changes of these fields.',
});

/**
 * Text about an object that only one state has.
 * @param what the part that was not reviewed; absent: nothing
 */
export function presenceText(presence: Presence, what?: 'this' | 'the rest of it'): string {
  const how = `is ${presence === 'added' ? 'new' : 'removed'}`;
  return what === undefined ? how : `${how}; the review does not cover ${what}`;
}

/** The default findings that remain next to other findings: for a changed object, only the unclaimed fields. */
export function leftByChanges(defaults: readonly Finding[], told: readonly Finding[]): Finding[] {
  const claims = claimsOf(told);
  return defaults.flatMap((finding) => {
    const isDefault = finding.id === FIELDS_NOT_REVIEWED.id || finding.id === OBJECT_CHANGED.id || PRESENCE_ALONE.has(finding.id);
    if (!isDefault || finding.differs?.isAmbiguous || claims.about(finding.subject).length === 0) return [finding];
    // A finding about an added or removed object covers the whole object.
    return finding.differs ? unclaimed(finding, claims) : [];
  });
}

/** The part of a default finding that other findings do not claim. */
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

/**
 * Text about unreviewed fields.
 * @param differ the verb
 */
export function differsText({ fields, of }: Pick<Differs, 'fields' | 'of'>, differ = 'differs'): string {
  return `${of === undefined ? '' : `${of} `}${differ} in ${fieldsText(fields)}; the review does not cover this`;
}

/** `New: ConfigMap op/settings …`; empty if there are none. */
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

/** `3 changed objects were not reviewed: ConfigMap op/settings …`; undefined if there are none. */
export function notReviewedText(changes: readonly Finding[]): string | undefined {
  const found = changes.filter(({ id }) => id === NOT_REVIEWED.id);
  if (found.length === 0) return undefined;
  const names = listed(
    found.map(({ subject }) => formatReference(subject)),
    'objects',
  );
  return `${found.length === 1 ? '1 changed object was' : `${found.length} changed objects were`} not reviewed: ${names}`;
}

/** Makes a finding from the discovery of a rule. */

import { formatReference, type ObjectReference } from '../../base/kubernetes/object.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import { withoutVersion } from '../../olm/model/csv-version.js';
import { type Finding, type FindingRule, type Severity, toFinding } from '../../olm/model/finding.js';
import { base62Sha224 } from '../../olm/render/profile/hash.js';
import type { State } from '../state/state.js';
import type { Completed, Discovery } from './rule.js';

/** A discovery with a whole sentence. */
type Found = Omit<Discovery, 'at' | 'says'> & Pick<Completed, 'message'>;

/** Maps an object to its name in the other state. */
export type Renamed = (object: ObjectReference) => ObjectReference;

export const SAME: Renamed = (object) => object;

/**
 * The finding that reports show and that a baseline can accept.
 * @param renamed for the comparison with the other state
 */
export function findingOf(rule: FindingRule, discovery: Found, renamed: Renamed = SAME): Finding {
  const { subject, before = '', after = '', claims, claimsOfOthers = [], differs } = discovery;
  const identity = discovery.identity ?? [before, after];
  const finding = toFinding(rule, {
    fix: clauseOf(rule.documentation.fix),
    ...discovery,
    claims: [...(claims ? [{ object: subject, fields: claims }] : []), ...claimsOfOthers],
    differs: differs && { ...differs, identity },
  });
  return { ...finding, fingerprint: fingerprintOf(rule.id, finding.severity, renamed(subject), identity) };
}

/**
 * Completes a discovery with the severity of its rule, the whole sentence, and its place in the first of these states that contains the
 * subject.
 */
export function completed({ severity }: FindingRule, ...states: readonly State[]): (discovery: Discovery) => Completed {
  return ({ at, says, ...found }) => ({
    severity,
    message: `${formatReference(found.subject)} ${says}`,
    ...found,
    place: 'place' in found ? found.place : placeIn(states, found.subject, at),
  });
}

function placeIn([state, ...others]: readonly State[], subject: ObjectReference, at?: FieldPath): SourcePlace | undefined {
  return state && (state.placeOf(subject, at) ?? placeIn(others, subject, at));
}

/** A sentence as a clause. */
export function clauseOf(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}

/**
 * Identifies a finding in both states and in later reviews.
 * @param identity what identifies it in addition to rule, severity and subject: only values that stay when lines or words change
 */
export function fingerprintOf(
  id: string,
  severity: Severity,
  { kind, namespace, name }: ObjectReference,
  identity: readonly string[],
): string {
  // A worse finding gets a new fingerprint; an upgrade keeps it.
  const stableName = kind === 'ClusterServiceVersion' ? withoutVersion(name) : name;
  return base62Sha224(JSON.stringify([id, severity, kind, namespace ?? '', stableName, ...identity]));
}

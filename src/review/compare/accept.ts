/** Applies a baseline's entries to a review: separates accepted findings from others. */

import { formatReference, groupBy } from '../../base/kubernetes/object.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { Finding } from '../../olm/model/finding.js';
import { type Acceptance, applyBaseline } from '../rules/baseline/apply.js';
import type { BaselineEntry } from '../rules/baseline/entries.js';
import { type Claims, claimsOf, isClaimed } from '../rules/changed/documents/claims.js';
import { COMES_OR_GOES, isPresence, presenceText, unclaimed } from '../rules/changed/documents/not-reviewed.js';
import { type ReportedFinding, type Review, reported, sortedFindings } from './review.js';

/**
 * Applies a baseline to a review.
 *
 * @param today the date, such as `2027-01-31`
 * @returns the review, in which accepted findings have the state `accepted` and notes that other findings include are left out; and the
 * findings about the entries, such as expired ones
 * @example
 * accept(review(base, head), baselineOf('clusters/prod').entries, '2027-01-31').review.findings
 */
export function accept(review: Review, entries: readonly BaselineEntry[], today: string): { review: Review; findings: readonly Finding[] } {
  const judged = review.findings.filter(({ state }) => state !== 'fixed').map(({ finding }) => finding);
  const applied = applyBaseline(judged, entries, today, new Set(reported(review, 'grown')));
  const acceptances = new Map(applied.accepted.map(({ finding, ...acceptance }) => [finding, acceptance]));
  const findings = review.findings.map((one): ReportedFinding => {
    const acceptance = acceptances.get(one.finding);
    if (!acceptance) return one;
    const isOpen =
      one.state === 'new' && one.finding.permissions === undefined && entries.some((entry) => acceptsAny(entry, one, acceptance));
    return { ...one, state: 'accepted', acceptance, ...(isOpen ? { isOpen } : {}) };
  });
  const profiles = review.profiles.map((profile) => ({ ...profile, risks: profile.risks.filter((risk) => !acceptances.has(risk)) }));
  return { review: deduplicated({ ...review, findings: sortedFindings(findings), profiles }), findings: applied.findings };
}

/** Whether an entry accepts every finding of a rule about its subject, and gave this reason. */
function acceptsAny(entry: BaselineEntry, { finding }: ReportedFinding, { reason }: Acceptance): boolean {
  const { id, fingerprint, permissions, by } = entry;
  return id === finding.id && entry.reason === reason && [fingerprint, permissions, by].every((each) => each === undefined);
}

// Default notes do not repeat a risk about the same object. An accepted risk hides no note, so this step follows the baseline.

/** The review in which notes about added, removed or changed objects cover only fields that no new risk claims. */
export function deduplicated(review: Review): Review {
  const risks = claimsOf(reported(review, 'new', 'risk'));
  // Two API groups can have objects of one kind and name, and the risk is about only one of them.
  const named = groupBy(reported(review, 'new', 'change').filter(isPresence), ({ subject }) => formatReference(subject));
  const left = (finding: Finding): Finding[] => {
    if (isPresence(finding)) return named.get(formatReference(finding.subject))?.length === 1 ? presenceLeft(finding, risks) : [finding];
    if (finding.differs?.isAmbiguous || risks.claiming(finding.subject).length === 0) return [finding];
    return isNoteOfRisks(finding, risks) ? [] : unclaimed(finding, risks);
  };
  const findings = review.findings.flatMap((one): ReportedFinding[] => {
    const rest = one.kind === 'change' && one.state === 'new' ? left(one.finding) : [one.finding];
    return rest.map((each) => ({ ...one, finding: asReported(each) }));
  });
  // A profile contains the same finding objects as the list.
  const profiles = review.profiles.map((profile) => ({ ...profile, risks: profile.risks.map(asReported) }));
  return { ...review, findings, profiles };
}

/** Whether risks claim all fields of a note; findings above a note report more than the difference. */
function isNoteOfRisks(finding: Finding, risks: Claims): boolean {
  const [own, claimed] = [claimsOf([finding]), risks].map((claims) => claims.fieldsOf(finding.subject)) as [FieldPath[], FieldPath[]];
  return finding.severity === 'info' && own.length > 0 && own.every((at) => isClaimed({ at }, claimed));
}

/** The remaining note about an added or removed object: none if a risk claims the whole object, not only a part of it. */
function presenceLeft(finding: Finding, risks: Claims): Finding[] {
  const { presence, subject } = finding;
  const about = risks.about(subject);
  const isWhole = about.some((risk) => risk.presence !== undefined) || risks.fieldsOf(subject).some((at) => at.length === 0);
  if (isWhole || (about.length > 0 && finding.id === COMES_OR_GOES.id)) return [];
  return about.length === 0 || presence === undefined ? [finding] : [{ ...finding, message: presenceText(presence, 'the rest of it') }];
}

/** The finding without internal fields. Returns the same object each time, because reports compare findings by identity. */
function asReported(finding: Finding): Finding {
  if (!finding.claims && !finding.differs) return finding;
  const { claims: _, differs: __, ...reported } = finding;
  const known = REPORTED.get(finding) ?? reported;
  REPORTED.set(finding, known);
  return known;
}

const REPORTED = new WeakMap<Finding, Finding>();

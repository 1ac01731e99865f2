/** A baseline's entries, applied to a review: what is accepted is separated from what remains. */

import { formatReference, groupBy } from '../../base/kubernetes/object.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { Finding } from '../../olm/model/finding.js';
import { applyBaseline } from '../rules/baseline/apply.js';
import type { BaselineEntry } from '../rules/baseline/entries.js';
import { type Claims, claimsOf, isClaimed } from '../rules/changed/documents/claims.js';
import { COMES_OR_GOES, isPresence, presenceText, unclaimed } from '../rules/changed/documents/not-reviewed.js';
import { type ReportedFinding, type Review, reported, sortedFindings } from './review.js';

/**
 * The review without what the entries accept, in which each object is told once, and what is wrong with the entries themselves.
 *
 * @param today as `2027-01-31`
 * @example
 * accept(review(base, head), baselineOf('clusters/prod').entries, '2027-01-31').review.findings
 */
export function accept(review: Review, entries: readonly BaselineEntry[], today: string): { review: Review; findings: readonly Finding[] } {
  const judged = review.findings.filter(({ state }) => state !== 'fixed').map(({ finding }) => finding);
  const applied = applyBaseline(judged, entries, today, new Set(reported(review, 'grown')));
  const acceptances = new Map(applied.accepted.map(({ finding, ...acceptance }) => [finding, acceptance]));
  const findings = review.findings.map((one): ReportedFinding => {
    const acceptance = acceptances.get(one.finding);
    return acceptance ? { ...one, state: 'accepted', acceptance } : one;
  });
  const profiles = review.profiles.map((profile) => ({ ...profile, risks: profile.risks.filter((risk) => !acceptances.has(risk)) }));
  return { review: deduplicated({ ...review, findings: sortedFindings(findings), profiles }), findings: applied.findings };
}

// What a risk explains of an object, no default speaks of. A risk that was accepted before explains nothing, so this comes after the baseline.

/** The review in which the defaults of objects that come, go or differ speak only of what no new risk claims. */
export function deduplicated(review: Review): Review {
  const risks = claimsOf(reported(review, 'new', 'risk'));
  // Two API groups can have a kind and an object of one name, and the risk is about one of them.
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
  // A profile has the same findings as the list.
  const profiles = review.profiles.map((profile) => ({ ...profile, risks: profile.risks.map(asReported) }));
  return { ...review, findings, profiles };
}

/** Whether risks claim all that a note claims; what is more than a note says more of it than that it differs. */
function isNoteOfRisks(finding: Finding, risks: Claims): boolean {
  const [own, claimed] = [claimsOf([finding]), risks].map((claims) => claims.fieldsOf(finding.subject)) as [FieldPath[], FieldPath[]];
  return finding.severity === 'info' && own.length > 0 && own.every((at) => isClaimed({ at }, claimed));
}

/** What is left of one that comes or goes: nothing if a risk claims all of it, and not only what it holds or a part of it. */
function presenceLeft(finding: Finding, risks: Claims): Finding[] {
  const { presence, subject } = finding;
  const about = risks.about(subject);
  const isWhole = about.some((risk) => risk.presence !== undefined) || risks.fieldsOf(subject).some((at) => at.length === 0);
  if (isWhole || (about.length > 0 && finding.id === COMES_OR_GOES.id)) return [];
  return about.length === 0 || presence === undefined ? [finding] : [{ ...finding, message: presenceText(presence, 'the rest of it') }];
}

/** Without what only tells findings apart here. The same one each time, by which reports know it. */
function asReported(finding: Finding): Finding {
  if (!finding.claims && !finding.differs) return finding;
  const { claims: _, differs: __, ...reported } = finding;
  const known = REPORTED.get(finding) ?? reported;
  REPORTED.set(finding, known);
  return known;
}

const REPORTED = new WeakMap<Finding, Finding>();

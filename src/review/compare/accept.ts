/** A baseline's entries, applied to a review: what is accepted is separated from what remains. */

import { formatReference, groupBy } from '../../base/kubernetes/object.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { Finding } from '../../olm/model/finding.js';
import { applyBaseline } from '../rules/baseline/apply.js';
import type { BaselineEntry } from '../rules/baseline/entries.js';
import { isCovered } from '../rules/changed/documents/differing-fields.js';
import { COMES_OR_GOES, coveredFields, isPresence, presenceText, restOf } from '../rules/changed/documents/not-reviewed.js';
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

// What a risk tells of an object is not told a second time as something that nobody reviewed.

/**
 * The review in which objects that come, go or differ are among those that were not reviewed only as far as no new risk tells of
 * them. A risk that was accepted before tells nothing, so this comes after the baseline.
 */
export function deduplicated(review: Review): Review {
  const news = reported(review, 'new', 'risk');
  const risks = groupBy(news, ({ subject }) => formatReference(subject));
  const covering = groupBy(
    news.flatMap((risk) => (risk.covers ?? []).map(({ object }) => ({ risk, object }))),
    ({ object }) => formatReference(object),
  );
  // Two API groups can have a kind and an object of one name, and the risk is about one of them.
  const named = groupBy(reported(review, 'new', 'change').filter(isPresence), ({ subject }) => formatReference(subject));
  const findings = review.findings.flatMap((one): ReportedFinding[] => {
    const { finding, kind, state } = one;
    if (kind !== 'change' || state !== 'new') return [{ ...one, finding: asReported(finding) }];
    const reference = formatReference(finding.subject);
    const coveredBy = (covering.get(reference) ?? []).map(({ risk }) => risk);
    const rest = isPresence(finding)
      ? named.get(reference)?.length === 1
        ? presenceLeft(finding, risks.get(reference) ?? [], coveredBy)
        : [finding]
      : coveredBy.length > 0 && !finding.differs?.isAmbiguous
        ? left(finding, coveredFields(finding, coveredBy))
        : [finding];
    return rest.map((each) => ({ ...one, finding: asReported(each) }));
  });
  // A profile has the same findings as the list.
  const profiles = review.profiles.map((profile) => ({ ...profile, risks: profile.risks.map(asReported) }));
  return { ...review, findings, profiles };
}

/** Of a note, nothing is left if a risk tells all of its fields; what is more than a note says more of them than that they differ. */
function left(finding: Finding, covered: readonly FieldPath[]): Finding[] {
  const own = coveredFields(finding, [finding]);
  const isNote = finding.severity === 'info' && own.length > 0;
  return isNote && own.every((at) => isCovered({ at }, covered)) ? [] : restOf(finding, covered);
}

/** What is left of one that comes or goes: nothing if a risk tells of all of it, and not only of what it holds or of a part of it. */
function presenceLeft(finding: Finding, about: readonly Finding[], coveredBy: readonly Finding[]): Finding[] {
  const { presence } = finding;
  const isWhole = about.some((risk) => risk.presence !== undefined) || coveredFields(finding, coveredBy).some((at) => at.length === 0);
  if (isWhole || (about.length > 0 && finding.id === COMES_OR_GOES.id)) return [];
  return about.length === 0 || presence === undefined ? [finding] : [{ ...finding, message: presenceText(presence, 'the rest of it') }];
}

/** Without what only tells findings apart here. The same one each time, by which reports know it. */
function asReported(finding: Finding): Finding {
  if (!finding.covers && !finding.differs) return finding;
  const { covers: _, differs: __, ...reported } = finding;
  const known = REPORTED.get(finding) ?? reported;
  REPORTED.set(finding, known);
  return known;
}

const REPORTED = new WeakMap<Finding, Finding>();

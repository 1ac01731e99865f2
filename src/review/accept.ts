/** A baseline's entries, applied to a review: what is accepted is separated from what remains. */

import { applyBaseline } from '../findings/baseline/apply.js';
import type { BaselineEntry } from '../findings/baseline/entries.js';
import type { Finding } from '../model/finding.js';
import type { Review, Told } from './review.js';
import { inOrder, told } from './told.js';
import { toldOnce } from './told-once.js';

/**
 * The review without what the entries accept, in which each object is told once, and what is wrong with the entries themselves.
 *
 * @param today as `2027-01-31`
 * @example
 * accept(review(base, head), baselineOf('clusters/prod').entries, '2027-01-31').review.findings
 */
export function accept(review: Review, entries: readonly BaselineEntry[], today: string): { review: Review; findings: readonly Finding[] } {
  const judged = review.findings.filter(({ state }) => state !== 'fixed').map(({ finding }) => finding);
  const applied = applyBaseline(judged, entries, today, new Set(told(review, 'grown')));
  const acceptances = new Map(applied.accepted.map(({ finding, ...acceptance }) => [finding, acceptance]));
  const findings = review.findings.map((one): Told => {
    const acceptance = acceptances.get(one.finding);
    return acceptance ? { ...one, state: 'accepted', acceptance } : one;
  });
  const profiles = review.profiles.map((profile) => ({ ...profile, risks: profile.risks.filter((risk) => !acceptances.has(risk)) }));
  return { review: toldOnce({ ...review, findings: inOrder(findings), profiles }), findings: applied.findings };
}

/** A baseline's entries, applied to a review: what is accepted is separated from what remains. */

import { applyBaseline } from '../findings/baseline/apply.js';
import type { BaselineEntry } from '../findings/baseline/entries.js';
import type { Finding } from '../model/finding.js';
import type { Review } from './review.js';
import { toldBy } from './told.js';
import { toldOnce } from './told-once.js';

/**
 * The review without what the entries accept, in which each object is told once, and what is wrong with the entries themselves.
 *
 * @param today as `2027-01-31`
 * @example
 * accept(review(base, head), baselineOf('clusters/prod').entries, '2027-01-31').review.risks.new
 */
export function accept(review: Review, entries: readonly BaselineEntry[], today: string): { review: Review; findings: readonly Finding[] } {
  const { risks, findings, scopeChanges, changes } = review;
  const told = toldBy(review);
  const applied = applyBaseline([...told.new, ...told.grown, ...told.unchanged, ...told.smaller], entries, today, new Set(risks.grown));
  const left = new Set(applied.remaining);
  const isLeft = (finding: Finding): boolean => left.has(finding);
  return {
    review: toldOnce({
      ...review,
      scopeChanges: scopeChanges.filter(isLeft),
      changes: changes.filter(isLeft),
      profiles: review.profiles.map((profile) => ({ ...profile, risks: profile.risks.filter(isLeft) })),
      risks: {
        ...risks,
        new: risks.new.filter(isLeft),
        grown: risks.grown.filter(isLeft),
        unchanged: risks.unchanged.filter(isLeft),
        smaller: risks.smaller.filter(isLeft),
        accepted: applied.accepted,
      },
      findings: { ...findings, new: findings.new.filter(isLeft), unchanged: findings.unchanged.filter(isLeft) },
    }),
    findings: applied.findings,
  };
}

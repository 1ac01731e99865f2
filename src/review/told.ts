/** Everything that a review tells, in one list for each state: what reports, baselines and exit codes go by. */
import type { Finding } from '../model/finding.js';
import type { Review } from './review.js';

/** How a finding of HEAD stands to BASE, or `fixed` for one that only BASE has. */
export type FindingState = 'new' | 'grown' | 'unchanged' | 'smaller' | 'fixed';

/** The findings by their states, risks first, then those of the input, then what the change does. */
export function toldBy({ risks, findings, scopeChanges, changes }: Review): Readonly<Record<FindingState, readonly Finding[]>> {
  return {
    new: [...risks.new, ...findings.new, ...scopeChanges, ...changes],
    grown: risks.grown,
    unchanged: [...risks.unchanged, ...findings.unchanged],
    smaller: risks.smaller,
    fixed: [...risks.fixed, ...findings.fixed],
  };
}

/** What somebody has to decide about: what is new, and what grew. */
export function toDecide(review: Review): readonly Finding[] {
  const { new: brought, grown } = toldBy(review);
  return [...brought, ...grown];
}

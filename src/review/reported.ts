/** The one list of what a review tells: made of what the rules found, and asked by reports, baselines and exit codes. */
import type { Finding } from '../model/finding.js';
import { FINDING_KINDS, FINDING_STATES, type FindingKind, type FindingState, type ReportedFinding, type Review } from './review.js';

/** Findings of one kind by their states. */
export type ByState = Readonly<Partial<Record<FindingState, readonly Finding[]>>>;

/** The list of these, by state and then by kind. */
export function toldList(found: Readonly<Partial<Record<FindingKind, ByState>>>): ReportedFinding[] {
  return sortedFindings(
    FINDING_KINDS.flatMap((kind) =>
      FINDING_STATES.flatMap((state) => (found[kind]?.[state] ?? []).map((finding) => ({ finding, kind, state }))),
    ),
  );
}

/** By state and then by kind; what has both in common stays in its order. */
export function sortedFindings(list: readonly ReportedFinding[]): ReportedFinding[] {
  const rankOf = ({ kind, state }: ReportedFinding): number =>
    FINDING_STATES.indexOf(state) * FINDING_KINDS.length + FINDING_KINDS.indexOf(kind);
  return list.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/**
 * The findings in one state, of one kind or of all.
 *
 * @example
 * told(review(base, head), 'new', 'risk')
 */
export function reported({ findings }: Pick<Review, 'findings'>, state: FindingState, kind?: FindingKind): Finding[] {
  return findings.filter((one) => one.state === state && (kind === undefined || one.kind === kind)).map(({ finding }) => finding);
}

/** What somebody has to decide about: what is new, and what grew. */
export function toDecide(review: Pick<Review, 'findings'>): Finding[] {
  return [...reported(review, 'new'), ...reported(review, 'grown')];
}

/** The review of a change: what two states of a cluster differ in, in meaning. */
import type { Finding } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import { formatReference } from '../model/kubernetes-object.js';
import { uncoveredGrants } from './compare-grants.js';
import { pathTeller } from './grant-path.js';
import { holdersOf } from './holders.js';
import { objectChanges } from './object-changes.js';
import type { Review, ReviewSide, Risk } from './review.js';
import { scopeChanges } from './scope-changes.js';

/** What finds risks: in one side, and in the step from one to the other. */
export interface RiskFinders {
  risksOf(side: ReviewSide): readonly Risk[];
  changeRisks(base: ReviewSide, head: ReviewSide): readonly Risk[];
}

/**
 * Compares two sides.
 *
 * @returns no risk is accepted yet: that is for a baseline to say
 * @example
 * review(reviewSide('main', study(base), placeOf), reviewSide('HEAD', study(head), placeOf), riskFinders()).gained
 */
export function review(base: ReviewSide, head: ReviewSide, { risksOf, changeRisks }: RiskFinders): Review {
  const [before, after] = [holdersOf(base), holdersOf(head)];
  const [tellBase, tellHead] = [pathTeller(base), pathTeller(head)];
  return {
    base: base.label,
    head: head.label,
    scopeChanges: scopeChanges(base, head),
    gained: tellHead.place(uncoveredGrants(after, before, tellHead.tell)),
    lost: tellBase.place(uncoveredGrants(before, after, tellBase.tell)),
    risks: compareRisks(risksOf(base), [...risksOf(head), ...changeRisks(base, head)]),
    findings: { new: missingFrom(base.findings, head.findings), fixed: missingFrom(head.findings, base.findings) },
    objects: objectChanges(base, head),
  };
}

function compareRisks(base: readonly Risk[], head: readonly Risk[]): Review['risks'] {
  const [before, after] = [base, head].map((risks) => new Set(risks.map(({ fingerprint }) => fingerprint))) as [Set<string>, Set<string>];
  return {
    new: head.filter(({ fingerprint }) => !before.has(fingerprint)),
    fixed: base.filter(({ fingerprint }) => !after.has(fingerprint)),
    unchanged: head.filter(({ fingerprint }) => before.has(fingerprint)),
    accepted: [],
  };
}

/** The findings of one list that another one does not have; of several that are alike, those that are too many. */
function missingFrom(known: readonly Finding[], findings: readonly Finding[]): Finding[] {
  const counts = groupBy(known, findingKey);
  return [...groupBy(findings, findingKey)].flatMap(([key, alike]) => alike.slice(counts.get(key)?.length ?? 0));
}

/** What a finding is about; its wording may tell more. */
function findingKey({ id, subject, related }: Finding): string {
  return [id, ...[subject, ...related].map(formatReference)].join('\n');
}

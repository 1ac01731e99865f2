/** The review of a change: what two states of a cluster differ in, in meaning. */
import { isAtLeast } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import { formatReference } from '../model/kubernetes-object.js';
import { uncoveredGrants } from './compare-grants.js';
import { pathTeller } from './grant-path.js';
import { holdersOf } from './holders.js';
import { objectChanges } from './object-changes.js';
import type { PlacedFinding, Review, ReviewSide, Risk, RiskFinders } from './review.js';
import { riskFinders } from './risks/index.js';
import { scopeChanges } from './scope-changes.js';
import { withoutVoid } from './void-grants.js';

/**
 * Compares two sides.
 *
 * @param finders by default, all risk rules
 * @returns no risk is accepted yet: that is for a baseline to say
 * @example
 * review(reviewSide('main', study(base), placeOf), reviewSide('HEAD', study(head), placeOf)).gained
 */
export function review(base: ReviewSide, head: ReviewSide, { risksOf, changeRisks }: RiskFinders = riskFinders()): Review {
  const [before, after] = [holdersOf(base), holdersOf(head)];
  const [tellBase, tellHead] = [pathTeller(base), pathTeller(head)];
  return {
    base: base.label,
    head: head.label,
    scopeChanges: scopeChanges(base, head),
    gained: tellHead.place(withoutVoid(uncoveredGrants(after, before, tellHead.tell), head.objects)),
    lost: tellBase.place(withoutVoid(uncoveredGrants(before, after, tellBase.tell), base.objects)),
    risks: compareRisks(risksOf(base), [...risksOf(head), ...changeRisks(base, head)]),
    findings: compareFindings(base.findings, head.findings),
    objects: objectChanges(base, head),
  };
}

function compareRisks(base: readonly Risk[], head: readonly Risk[]): Review['risks'] {
  const [before, after] = [base, head].map((risks) => new Set(risks.map(({ fingerprint }) => fingerprint))) as [Set<string>, Set<string>];
  const brought = head.filter(({ fingerprint }) => !before.has(fingerprint));
  const alike = groupBy(brought, riskKey);
  // What became as bad or worse elsewhere, as in all namespaces in place of one, is not mended.
  const isWorse = (risk: Risk): boolean => alike.get(riskKey(risk))?.some(({ severity }) => isAtLeast(severity, risk.severity)) ?? false;
  return {
    new: brought,
    fixed: base.filter((risk) => !after.has(risk.fingerprint) && !isWorse(risk)),
    unchanged: head.filter(({ fingerprint }) => before.has(fingerprint)),
    accepted: [],
  };
}

/** The rule and whom it speaks of. */
function riskKey({ id, subject }: Risk): string {
  return `${id} ${formatReference(subject)}`;
}

function compareFindings(base: readonly PlacedFinding[], head: readonly PlacedFinding[]): Review['findings'] {
  const brought = missingFrom(base, head);
  const isNew = new Set(brought);
  return { new: brought, fixed: missingFrom(head, base), unchanged: head.filter((finding) => !isNew.has(finding)) };
}

/** The findings of one list that another one does not have; of several that are alike, those that are too many. */
function missingFrom(known: readonly PlacedFinding[], findings: readonly PlacedFinding[]): PlacedFinding[] {
  const counts = groupBy(known, findingKey);
  return [...groupBy(findings, findingKey)].flatMap(([key, alike]) => alike.slice(counts.get(key)?.length ?? 0));
}

/** What a finding is about; its wording may tell more. */
function findingKey({ id, subject, related }: PlacedFinding): string {
  return [id, ...[subject, ...related].map(formatReference)].join('\n');
}

/** Comparing findings of both sides by their fingerprints. */
import { groupBy } from '../kubernetes/group-by.js';
import type { Finding } from '../model/finding.js';
import type { ByState } from './told.js';

/** What a new Subscription of an operator that is not known says itself. */
const TOLD_BY_CHANGES: ReadonlySet<string> = new Set(['unknown-operator']);

/** Those that only HEAD has, those that only BASE had, and those that stay. */
export function compareFindings(
  all: readonly Finding[],
  allAfter: readonly Finding[],
): Required<Pick<ByState, 'new' | 'fixed' | 'unchanged'>> {
  const [base, head] = [notToldByChanges(all), notToldByChanges(allAfter)];
  const brought = missingFrom(base, head);
  const isNew = new Set(brought);
  return { new: brought, fixed: missingFrom(head, base), unchanged: head.filter((finding) => !isNew.has(finding)) };
}

function notToldByChanges(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ id, severity }) => severity !== 'info' || !TOLD_BY_CHANGES.has(id));
}

/** The findings of one list that another one does not have; of several that are alike, those that are too many. */
function missingFrom(known: readonly Finding[], findings: readonly Finding[]): Finding[] {
  const fingerprintOf = ({ fingerprint }: Finding): string => fingerprint;
  const counts = groupBy(known, fingerprintOf);
  return [...groupBy(findings, fingerprintOf)].flatMap(([key, alike]) => alike.slice(counts.get(key)?.length ?? 0));
}

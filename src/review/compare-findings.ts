/** Comparing findings of both sides by their fingerprints. */
import { groupBy } from '../kubernetes/group-by.js';
import type { Finding } from '../model/finding.js';
import type { Review } from './review.js';

/** Those that only HEAD has, those that only BASE had, and those that stay. */
export function compareFindings(base: readonly Finding[], head: readonly Finding[]): Review['findings'] {
  const brought = missingFrom(base, head);
  const isNew = new Set(brought);
  return { new: brought, fixed: missingFrom(head, base), unchanged: head.filter((finding) => !isNew.has(finding)) };
}

/** The findings of one list that another one does not have; of several that are alike, those that are too many. */
function missingFrom(known: readonly Finding[], findings: readonly Finding[]): Finding[] {
  const fingerprintOf = ({ fingerprint }: Finding): string => fingerprint;
  const counts = groupBy(known, fingerprintOf);
  return [...groupBy(findings, fingerprintOf)].flatMap(([key, alike]) => alike.slice(counts.get(key)?.length ?? 0));
}

/** A baseline's entries, applied to a review: what is accepted is told apart from what is left. */
import type { Finding } from '../model/finding.js';
import { formatReference } from '../model/kubernetes-object.js';
import { applyBaseline, type BaselineFinding } from './baseline.js';
import type { BaselineEntry } from './baseline-entries.js';
import type { Review, Risk } from './review.js';

/**
 * The review without what the entries accept, and what is wrong with the entries themselves.
 *
 * @param findings all of HEAD's: an entry for one that was there before is of use
 * @param today as `2027-01-31`
 */
export function accept(
  review: Review,
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  today: string,
): { review: Review; findings: readonly BaselineFinding[] } {
  const applied = applyBaseline<Risk | Finding>([...review.risks.new, ...review.risks.unchanged, ...findings], entries, today);
  const left = new Set(applied.remaining);
  const isNew = new Set<Risk | Finding>(review.findings.new);
  const accepted = applied.accepted
    .filter(({ item }) => isRisk(item) || isNew.has(item))
    .map(({ item, ...acceptance }) => ({ risk: isRisk(item) ? item : asRisk(item), ...acceptance }));
  return {
    review: {
      ...review,
      risks: {
        ...review.risks,
        new: review.risks.new.filter((risk) => left.has(risk)),
        unchanged: review.risks.unchanged.filter((risk) => left.has(risk)),
        accepted,
      },
      findings: { ...review.findings, new: review.findings.new.filter((finding) => left.has(finding)) },
    },
    findings: applied.findings,
  };
}

function isRisk(item: Risk | Finding): item is Risk {
  return 'fingerprint' in item;
}

function asRisk({ id, severity, subject, message, fix }: Finding): Risk {
  return { id, severity, subject, message, path: '', fix, references: [], fingerprint: `${id}:${formatReference(subject)}` };
}

/** A baseline's entries, applied to a review: what is accepted is told apart from what is left. */
import { formatReference } from '../model/kubernetes-object.js';
import { applyBaseline, type BaselineFinding } from './baseline.js';
import type { BaselineEntry } from './baseline-entries.js';
import type { PlacedFinding, Review, Risk } from './review.js';

/**
 * The review without what the entries accept, and what is wrong with the entries themselves.
 *
 * @param today as `2027-01-31`
 */
export function accept(
  review: Review,
  entries: readonly BaselineEntry[],
  today: string,
): { review: Review; findings: readonly BaselineFinding[] } {
  const { risks, findings } = review;
  const applied = applyBaseline<Risk | PlacedFinding>(
    [...risks.new, ...risks.unchanged, ...findings.new, ...findings.unchanged],
    entries,
    today,
  );
  const left = new Set(applied.remaining);
  const accepted = applied.accepted.map(({ item, ...acceptance }) => ({ risk: isRisk(item) ? item : asRisk(item), ...acceptance }));
  return {
    review: {
      ...review,
      risks: {
        ...risks,
        new: risks.new.filter((risk) => left.has(risk)),
        unchanged: risks.unchanged.filter((risk) => left.has(risk)),
        accepted,
      },
      findings: {
        ...findings,
        new: findings.new.filter((finding) => left.has(finding)),
        unchanged: findings.unchanged.filter((finding) => left.has(finding)),
      },
    },
    findings: applied.findings,
  };
}

function isRisk(item: Risk | PlacedFinding): item is Risk {
  return 'fingerprint' in item;
}

function asRisk({ id, severity, subject, message, fix, place }: PlacedFinding): Risk {
  return {
    id,
    severity,
    subject,
    message,
    path: '',
    fix,
    references: [],
    fingerprint: `${id}:${formatReference(subject)}`,
    ...(place ? { place } : {}),
  };
}

/** An object of which a risk tells is not told a second time as one that nobody reviewed. */

import { COMES_OR_GOES, isPresence, presenceText } from '../findings/changed/documents/not-reviewed.js';
import { groupBy } from '../kubernetes/group-by.js';
import { formatReference } from '../kubernetes/object.js';
import type { Finding } from '../model/finding.js';
import type { Review, Told } from './review.js';
import { told } from './told.js';

/**
 * The review in which an object that comes or goes is among those that were not reviewed only as far as no new risk tells of
 * it. A risk that was accepted before tells nothing, so this comes after the baseline.
 */
export function toldOnce(review: Review): Review {
  const risks = groupBy(told(review, 'new', 'risk'), ({ subject }) => formatReference(subject));
  const comesOrGoes = told(review, 'new', 'change').filter(isPresence);
  // Two API groups can have a kind and an object of one name, and the risk is about one of them.
  const named = groupBy(comesOrGoes, ({ subject }) => formatReference(subject));
  const known = new Set(comesOrGoes);
  const findings = review.findings.flatMap((one): Told[] => {
    const { finding } = one;
    const reference = formatReference(finding.subject);
    const { presence } = finding;
    const about = known.has(finding) && named.get(reference)?.length === 1 ? (risks.get(reference) ?? []) : [];
    if (presence === undefined || about.length === 0) return [one];
    return about.some(isAboutAll) || finding.id === COMES_OR_GOES.id
      ? []
      : [{ ...one, finding: { ...finding, message: presenceText(presence, 'the rest of it') } }];
  });
  return { ...review, findings };
}

/** Whether a risk tells of the whole object, that it comes or goes among it, and not of what it holds or of a part of it. */
function isAboutAll({ presence }: Finding): boolean {
  return presence !== undefined;
}

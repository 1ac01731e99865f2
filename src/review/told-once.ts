/** An object of which a risk tells is not told a second time as one that nobody reviewed. */

import { NOT_REVIEWED, presenceText } from '../findings/changed/documents/not-reviewed.js';
import { groupBy } from '../kubernetes/group-by.js';
import { formatReference } from '../kubernetes/object.js';
import type { Finding } from '../model/finding.js';
import type { Review } from './review.js';

/**
 * The review in which an object that comes or goes is among those that were not reviewed only as far as no new risk tells of
 * it. A risk that was accepted before tells nothing, so this comes after the baseline.
 */
export function toldOnce(review: Review): Review {
  const risks = groupBy(review.risks.new, ({ subject }) => formatReference(subject));
  const comesOrGoes = review.changes.filter(({ id, presence }) => id === NOT_REVIEWED.id && presence !== undefined);
  // Two API groups can have a kind and an object of one name, and the risk is about one of them.
  const named = groupBy(comesOrGoes, ({ subject }) => formatReference(subject));
  const known = new Set(comesOrGoes);
  const changes = review.changes.flatMap((change) => {
    const reference = formatReference(change.subject);
    const { presence } = change;
    const about = known.has(change) && named.get(reference)?.length === 1 ? (risks.get(reference) ?? []) : [];
    if (presence === undefined || about.length === 0) return [change];
    return about.some(isAboutAll) ? [] : [{ ...change, message: presenceText(presence, 'the rest of it') }];
  });
  return { ...review, changes };
}

/** Whether a risk tells of the whole object, that it comes or goes among it, and not of what it holds or of a part of it. */
function isAboutAll({ presence }: Finding): boolean {
  return presence !== undefined;
}

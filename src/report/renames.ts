/** The wording of renamed accounts. */
import { formatReference, namespacedName } from '../kubernetes/object.js';
import type { Rename } from '../review/renames.js';
import { reported } from '../review/reported.js';
import type { Review } from '../review/review.js';

/** Each rename as a sentence; what else changes is in the lists. @param renames some of the review @default all */
export function renameTexts(review: Review, renames = review.renames): string[] {
  return renames.map((rename) => {
    const { from, to } = rename;
    return `${formatReference(from)} is renamed to ${to.kind === from.kind ? namespacedName(to) : formatReference(to)}${isPure(rename, review) ? ', otherwise unchanged' : ''}`;
  });
}

/** Whether the permissions of the account are unchanged. */
function isPure({ to }: Rename, review: Review): boolean {
  const name = formatReference(to);
  const risks = (['new', 'grown', 'smaller'] as const).flatMap((state) => reported(review, state, 'risk'));
  return ![...review.gained, ...review.lost, ...risks].some(({ subject }) => formatReference(subject) === name);
}

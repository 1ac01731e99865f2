/** The wording of renamed accounts. */
import { formatReference, namespacedName } from '../kubernetes/object.js';
import type { Rename } from '../review/renames.js';
import type { Review } from '../review/review.js';

/** Each rename as a sentence; what else changes is in the lists. */
export function renameTexts(review: Review): string[] {
  return review.renames.map((rename) => {
    const { from, to } = rename;
    return `${formatReference(from)} is renamed to ${to.kind === from.kind ? namespacedName(to) : formatReference(to)}${isPure(rename, review) ? ', otherwise unchanged' : ''}`;
  });
}

/** Whether the permissions of the account are unchanged. */
function isPure({ to }: Rename, { gained, lost, risks }: Review): boolean {
  const name = formatReference(to);
  return ![...gained, ...lost, ...risks.new, ...risks.grown, ...risks.smaller].some(({ subject }) => formatReference(subject) === name);
}

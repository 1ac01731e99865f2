/** What the HTML page shows beside the changes: what the subjects concerned hold anyway, and the groups around them. */

import { pathTeller } from '../grant-path.js';
import { grantsOf } from '../grants.js';
import { type Holder, holdersOf } from '../holders.js';
import type { Grant, Review, ReviewSide } from '../review.js';
import { withoutVoid } from '../void-grants.js';
import { type Landscape, landscapeOf } from './landscape.js';
import { subjectText } from './wording.js';

/** What the page shows besides the review itself. */
export interface Background {
  /** What holds on HEAD, as far as the matrix is to show it. */
  readonly held: readonly Grant[];
  readonly landscape: Landscape;
}

/** More subjects than this make no matrix that anybody reads. */
const MAX_HOLDERS = 40;

/** The background of a review of these sides: whoever gains or loses something, and other subjects as far as there is room. */
export function backgroundOf(base: ReviewSide, head: ReviewSide, { gained, lost }: Review): Background {
  const holders = holdersOf(head);
  const concerned = new Set([...gained, ...lost].map(({ subject }) => subjectText(subject)));
  const isConcerned = ({ subject }: Holder): boolean => concerned.has(subjectText(subject));
  const all = [...holders.bySubject.values()];
  // What everybody has who holds a role such as edit says little, and is a lot.
  const others = all.filter((holder) => holder.subject.kind !== 'RoleHolder' && !isConcerned(holder));
  const shown = [...all.filter(isConcerned), ...others].slice(0, MAX_HOLDERS);
  return {
    held: withoutVoid(grantsOf(shown, holders, pathTeller(head).tell), head.objects),
    landscape: landscapeOf(base.resolution, head.resolution),
  };
}

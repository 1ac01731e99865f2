/** What the HTML page shows in addition to the changes: what the subjects could do before, and the OperatorGroups. */

import { rolesFor } from '../rbac/default-policy.js';
import { effectiveGrants } from '../rbac/effective-grants.js';
import type { Grant } from '../rbac/grant.js';
import { grantsOf } from '../rbac/grants.js';
import { rbacOf, type SubjectRoles } from '../rbac/rbac.js';
import type { Review } from '../review/review.js';
import { pathTeller } from '../state/grant-path.js';
import type { State } from '../state/state.js';
import { subjectText } from '../wording/phrases.js';
import { type Landscape, landscapeOf } from './reach-graph.js';

/** What the page shows besides the review itself. */
export interface Background {
  /** The permissions in HEAD that the matrix shows. */
  readonly held: readonly Grant[];
  readonly reachGraph: Landscape;
}

/** Nobody reads a matrix of more subjects. */
const MAX_HOLDERS = 40;

/**
 * The background of a review of these sides: anyone who gains or loses something, and other subjects while there is room.
 *
 * @example
 * const result = review(base, head);
 * htmlReport(result, backgroundOf(base, head, result))
 */
export function backgroundOf(base: State, head: State, { gained, lost }: Review): Background {
  const rbac = rbacOf(head, rolesFor(head));
  const concerned = new Set([...gained, ...lost].map(({ subject }) => subjectText(subject)));
  const isConcerned = ({ subject }: SubjectRoles): boolean => concerned.has(subjectText(subject));
  const all = [...rbac.bySubject.values()];
  // What anyone bound to a role such as edit can do is long, and tells little.
  const others = all.filter((holder) => holder.subject.kind !== 'RoleHolder' && !isConcerned(holder));
  const shown = [...all.filter(isConcerned), ...others].slice(0, MAX_HOLDERS);
  return {
    held: effectiveGrants(grantsOf(shown, rbac, pathTeller(head).tell), head.objects),
    reachGraph: landscapeOf(base.resolution, head.resolution),
  };
}

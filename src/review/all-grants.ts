/** All that anybody may do on one side, without asking for a subject. */
import { pathTeller } from './grant-path.js';
import { grantsOf } from './grants.js';
import { holdersOf } from './holders.js';
import type { Grant, ReviewSide } from './review.js';
import { withoutVoid } from './void-grants.js';

/**
 * The grants of all subjects, with the places of what gives them.
 *
 * @example
 * allGrants(side).filter(({ right }) => right.resource === 'secrets')
 */
export function allGrants(side: ReviewSide): Grant[] {
  const holders = holdersOf(side);
  const teller = pathTeller(side);
  return teller.place(withoutVoid(grantsOf([...holders.bySubject.values()], holders, teller.tell), side.objects));
}

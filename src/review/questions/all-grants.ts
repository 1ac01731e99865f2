/** Lists all permissions that roles and bindings of the input grant. */

import { rolesFor } from '../../base/rbac/default-roles.js';
import { effectiveGrants } from '../../base/rbac/effective-grants.js';
import type { Grant } from '../../base/rbac/grant.js';
import { grantsOf } from '../../base/rbac/grants.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import { pathTeller } from '../state/grant-path.js';
import type { State } from '../state/state.js';

/**
 * The permissions of all subjects, with their places. Permissions from Kubernetes' own bindings are left out; `whoCan` includes them.
 *
 * @example
 * allGrants(state).filter(({ right }) => right.resource === 'secrets')
 */
export function allGrants(state: State): Grant[] {
  const rbac = rbacOf(state, rolesFor(state));
  const teller = pathTeller(state);
  return teller.place(effectiveGrants(grantsOf([...rbac.bySubject.values()], rbac, teller.tell), state.objects));
}

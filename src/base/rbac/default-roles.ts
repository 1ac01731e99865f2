/** The roles of a new cluster, for questions about the bindings of the input alone. */

import { defaultsFor, type OfCluster } from './default-policy.js';
import type { Policy } from './defaults/parse-policy.js';

/** The default roles of a cluster without the default bindings: only the input binds subjects. */
export function rolesFor(state: OfCluster): Policy {
  return { ...defaultsFor(state), bindings: [] };
}

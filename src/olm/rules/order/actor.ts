/** What OLM looks at of one CSV on its way through the phases, worked out once: everything that no other CSV can change. */
import type { ApiKey, ClusterServiceVersion } from '../../model/cluster-service-version.js';
import type { Contender } from '../conflicts.js';
import type { Verdict } from '../verdict.js';

/** A verdict that depends on nothing else, and whether OLM comes to rest with it. */
export interface Settled {
  readonly verdict: Verdict;
  readonly unstable: boolean;
}

/** A CSV as it meets its rivals. */
export interface Actor {
  readonly csv: ClusterServiceVersion;
  /** Why it is no member of a group: OLM goes no further. */
  readonly membership?: Verdict;
  /** Its group among those that compete for APIs; absent when it is no member. */
  readonly group?: Contender;
  readonly apis: ReadonlySet<ApiKey>;
  /** What keeps it in phase Pending whatever the others do. */
  readonly pending?: Settled;
  /** The installation never succeeds: Failed, and then again from the start. */
  readonly neverInstalls: boolean;
  /** OLM does not even begin the installation. */
  readonly neverBegins: boolean;
  /** The APIServices that it requires, and that only other CSVs bring. */
  readonly needs: readonly string[];
  /** Its group lets a failed CSV be replaced. */
  readonly failForward: boolean;
  /** The namespaces that OLM would copy it into; all, for a global group. */
  readonly copiedTo: readonly string[];
}

/** The data of one CSV that no other CSV can change, computed once, for OLM's way through the phases. */

import type { ApiKey } from '../../model/api-key.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import type { Contender } from '../conflicts.js';
import type { Phase, Reason, Verdict } from '../verdict.js';

/** `phase/reason` of a CSV on its way; reasons without a verdict here are also OLM's. */
export interface Stage {
  readonly phase: Phase;
  readonly reason: Reason;
}

/** A verdict that depends on nothing else, and whether OLM keeps changing it. */
export interface Settled {
  readonly verdict: Verdict;
  readonly unstable: boolean;
}

/** A CSV among its rivals. */
export interface Actor {
  readonly csv: ClusterServiceVersion;
  /** The verdict if it is no member of a group: OLM stops there. */
  readonly membership?: Verdict;
  /** Its group among those that compete for APIs; absent if it is no member. */
  readonly group?: Contender;
  readonly apis: ReadonlySet<ApiKey>;
  /** The verdict that keeps it in phase Pending, whatever the others do. */
  readonly pending?: Settled;
  /** Whether the installation never succeeds: it fails and restarts forever. */
  readonly neverInstalls: boolean;
  /** Whether the installation fails and OLM does not try again. */
  readonly failsForGood?: true;
  /** Whether OLM never begins the installation. */
  readonly neverBegins: boolean;
  /** The stage in which a dump shows it: it exists before those without one. */
  readonly standing?: Stage;
  /** The required APIServices that only other CSVs provide. */
  readonly needs: readonly string[];
  /** Whether its group allows replacing a failed CSV. */
  readonly failForward: boolean;
  /** The namespaces that OLM would copy it to; all, for a global group. */
  readonly copiedTo: ReadonlySet<string>;
}

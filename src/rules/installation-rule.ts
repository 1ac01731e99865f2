/** What a rule about the installation of CSVs is. */
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { Available } from './available.js';
import type { Verdict } from './verdict.js';

/** What a rule of this stage says about a CSV. */
export interface InstallationFinding {
  /** Absent when the CSV may go on to the next rule. */
  readonly verdict?: Verdict;
  /** The CSVs that compete with this one for the same thing, so that the order decides. */
  readonly rivals?: readonly ClusterServiceVersion[];
  /** OLM never comes to rest: the rivals take turns. */
  readonly unstable?: boolean;
}

/** What the rules of this stage look at besides the candidates. */
export interface InstallationContext {
  /** All CSVs that are there. */
  readonly csvs: readonly ClusterServiceVersion[];
  readonly apiServices: Cluster['apiServices'];
  readonly available: Available;
  /** The namespaces whose group OLM never syncs. */
  readonly unsynced: ReadonlySet<string>;
  /** The namespaces whose group lets failed CSVs be replaced. */
  readonly failForward: ReadonlySet<string>;
}

/** One rule: says something about some of the CSVs that came this far, given in the order in which they are taken. */
export type InstallationRule = (
  candidates: readonly ClusterServiceVersion[],
  context: InstallationContext,
) => Map<ClusterServiceVersion, InstallationFinding>;

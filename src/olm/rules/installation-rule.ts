/** The type of rules about the installation of CSVs, and their input: the CSVs, and the APIs of the cluster that operators may require. */

import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { Verdict } from './verdict.js';

/** The result of such a rule for a CSV. */
export interface InstallationFinding {
  /** Absent if the CSV may continue with the next rule. */
  readonly verdict?: Verdict;
  /** The CSVs that compete with this one for the same object, so that the order decides. */
  readonly rivals?: readonly ClusterServiceVersion[];
  /** Whether OLM never settles: the rivals alternate. */
  readonly unstable?: boolean;
}

/** The failures of installations that the API server refuses, by CSV. */
export type Refusals = ReadonlyMap<ClusterServiceVersion, InstallationFinding>;

/** The input of these rules in addition to the candidates. */
export interface InstallationContext {
  /** All existing CSVs. */
  readonly csvs: readonly ClusterServiceVersion[];
  readonly apiServices: Cluster['apiServices'];
  readonly available: Available;
  /** The namespaces whose group OLM never syncs. */
  readonly unsynced: ReadonlySet<string>;
  /** The namespaces whose group allows replacing failed CSVs. */
  readonly failForward: ReadonlySet<string>;
  /** The CSVs whose installation the API server refuses to the ServiceAccount of their group. @default none */
  readonly refused?: Refusals;
}

/** One rule: returns results for some of the remaining CSVs, which are in processing order. */
export type InstallationRule = (
  candidates: readonly ClusterServiceVersion[],
  context: InstallationContext,
) => Map<ClusterServiceVersion, InstallationFinding>;

/** The APIs of the cluster, indexed once. */
export interface Available {
  /** CRD name → served versions. */
  readonly crds: ReadonlyMap<string, ReadonlySet<string>>;
  readonly apiServices: ReadonlySet<string>;
  /** `version/kind.group` of custom resources. */
  readonly customKinds: ReadonlySet<string>;
  readonly kubeVersion: string;
}

/**
 * The type of rules about the installation of CSVs, and their input: the CSVs, and the APIs of the cluster that operators may require.
 */

import { apiServiceName, crdGroup } from '../model/api-key.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { hasDumpedCrds } from './dumped.js';
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

/** OLM's own API, which its packageserver serves wherever OLM runs (deploy/chart/templates/_packageserver.clusterserviceversion.yaml). */
export const PACKAGE_SERVER_API = 'v1.packages.operators.coreos.com';

/** The APIs of the cluster, indexed once. */
export interface Available {
  /** CRD name → served versions. */
  readonly crds: ReadonlyMap<string, ReadonlySet<string>>;
  readonly apiServices: ReadonlySet<string>;
  /** `version/kind.group` of custom resources. */
  readonly customKinds: ReadonlySet<string>;
  readonly kubeVersion: string;
}

/**
 * The APIs from the CRDs and APIServices of the input, and those that its CSVs own: OLM's catalog operator
 * installs an operator's own ones with it.
 */
export function availableIn(cluster: Cluster, kubeVersion: string): Available {
  const crds = new Map<string, Set<string>>();
  const customKinds = new Set<string>();
  const add = (name: string, group: string, kind: string, version: string): void => {
    const versions = crds.get(name) ?? new Set();
    crds.set(name, versions.add(version));
    customKinds.add(`${version}/${kind}.${group}`);
  };
  for (const { name, group, kind, versions } of cluster.customResourceDefinitions) {
    for (const version of versions) add(name, group, kind, version);
  }
  const apiServices = new Set([PACKAGE_SERVER_API, ...cluster.apiServices.map(({ name }) => name)]);
  // CRDs of the input have priority over those of the CSVs, even a CRD that serves nothing.
  const given = new Set(cluster.customResourceDefinitions.map(({ name }) => name));
  const isDumped = hasDumpedCrds(cluster);
  for (const { ownedCRDs, ownedAPIServices, bundle } of cluster.clusterServiceVersions) {
    // An InstallPlan brings the CRDs of the bundle, which are given, and no others; a dump with CRDs tells all that there are.
    const isOpen = bundle === undefined && !isDumped;
    for (const { name, kind, version } of ownedCRDs) {
      if (isOpen && !given.has(name)) add(name, crdGroup(name), kind, version);
    }
    for (const owned of ownedAPIServices) apiServices.add(apiServiceName(owned));
  }
  return { crds, apiServices, customKinds, kubeVersion };
}

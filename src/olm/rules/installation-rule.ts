/**
 * What a rule about the installation of CSVs is, and what it looks at: the CSVs, and what the cluster offers that operators may require.
 */

import type { Cluster } from '../model/cluster.js';
import { apiServiceName, type ClusterServiceVersion, crdGroup } from '../model/cluster-service-version.js';
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

/** What the cluster offers, indexed once. */
export interface Available {
  /** CRD name → the versions it serves. */
  readonly crds: ReadonlyMap<string, ReadonlySet<string>>;
  readonly apiServices: ReadonlySet<string>;
  /** `version/kind.group` of custom resources. */
  readonly customKinds: ReadonlySet<string>;
  readonly kubeVersion: string;
}

/**
 * What the CRDs and APIServices of the input offer, and those that its CSVs own: OLM's catalog operator
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
  const apiServices = new Set(cluster.apiServices.map(({ name }) => name));
  // What the input gives overrules the CSVs, also a CRD that serves nothing.
  const given = new Set(cluster.customResourceDefinitions.map(({ name }) => name));
  for (const { ownedCRDs, ownedAPIServices } of cluster.clusterServiceVersions) {
    for (const { name, kind, version } of ownedCRDs) {
      if (!given.has(name)) add(name, crdGroup(name), kind, version);
    }
    for (const owned of ownedAPIServices) apiServices.add(apiServiceName(owned));
  }
  return { crds, apiServices, customKinds, kubeVersion };
}

/** Available: what a cluster has that operators may require. */
import type { Cluster } from '../model/cluster.js';

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
      if (!given.has(name)) add(name, name.slice(name.indexOf('.') + 1), kind, version);
    }
    for (const { group, version } of ownedAPIServices) apiServices.add(`${version}.${group}`);
  }
  return { crds, apiServices, customKinds, kubeVersion };
}

/** The APIs of a cluster that operators may require: of its CRDs and APIServices, and of its CSVs. */
import { apiServiceName, crdGroup } from '../model/api-key.js';
import type { Cluster } from '../model/cluster.js';
import { hasDumpedCrds } from './dumped.js';
import type { Available } from './installation-rule.js';

/** OLM's own API, which its packageserver serves wherever OLM runs (deploy/chart/templates/_packageserver.clusterserviceversion.yaml). */
export const PACKAGE_SERVER_API = 'v1.packages.operators.coreos.com';

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

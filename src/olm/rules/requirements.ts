/** Requirements of a CSV that the cluster must meet before OLM installs it (OLM's requirementAndPermissionStatus). */

import semver from 'semver';
import { MAX_LABEL_LENGTH } from '../../base/kubernetes/names.js';
import { knownKinds } from '../../base/tools/kinds.js';
import { apiKey, apiServiceName } from '../model/api-key.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { apiServiceNames } from './api-services.js';
import { PACKAGE_SERVER_API } from './available.js';
import type { Available, InstallationRule } from './installation-rule.js';

/** One missing requirement. */
export type UnmetRequirement =
  | { readonly kind: 'CustomResourceDefinition'; readonly name: string; readonly version: string }
  | { readonly kind: 'APIService'; readonly name: string }
  | { readonly kind: 'API'; readonly name: string }
  | { readonly kind: 'KubeVersion'; readonly minimum: string; readonly actual: string }
  /** The Deployment of an owned APIService, if the CSV lacks it. */
  | { readonly kind: 'Deployment'; readonly name: string }
  | { readonly kind: 'Permissions' };

/** Leaves CSVs with unmet requirements pending. */
export const requirements: InstallationRule = (candidates, { available }) =>
  new Map(
    candidates.flatMap((csv) => {
      const unmet = unmetRequirements(csv, available);
      if (unmet.length === 0) return [];
      const because = unmet.flatMap((requirement) =>
        requirement.kind === 'CustomResourceDefinition' || requirement.kind === 'APIService'
          ? [{ kind: requirement.kind, name: requirement.name }]
          : [],
      );
      return [
        [
          csv,
          { verdict: { phase: 'Pending', reason: 'RequirementsNotMet', message: "one or more requirements couldn't be found", because } },
        ],
      ];
    }),
  );

/** The requirements of a CSV that the cluster does not meet. */
export function unmetRequirements(csv: ClusterServiceVersion, available: Available): UnmetRequirement[] {
  const unmet: UnmetRequirement[] = [];
  if (csv.minKubeVersion !== undefined && !meetsMinimum(available.kubeVersion, csv.minKubeVersion)) {
    unmet.push({ kind: 'KubeVersion', minimum: csv.minKubeVersion, actual: available.kubeVersion });
  }
  // One description counts for each name: the last owned one, or else the last required one (OLM's GetAllCRDDescriptions).
  const counting = new Map([...csv.requiredCRDs, ...csv.ownedCRDs].map(({ name, version }) => [name, version]));
  for (const name of new Set([...csv.ownedCRDs, ...csv.requiredCRDs].map((description) => description.name))) {
    const version = counting.get(name) ?? '';
    if (!available.crds.get(name)?.has(version)) unmet.push({ kind: 'CustomResourceDefinition', name, version });
  }
  for (const name of csv.requiredAPIServices.map(apiServiceName)) {
    if (!available.apiServices.has(name)) unmet.push({ kind: 'APIService', name });
  }
  for (const { deploymentName } of csv.ownedAPIServices) {
    const name = deploymentName ?? '';
    if (!csv.deploymentNames.includes(name)) unmet.push({ kind: 'Deployment', name });
  }
  for (const { group, version, kind } of csv.nativeAPIs) {
    const native = knownKinds(group) !== undefined;
    if (!native && !available.customKinds.has(`${version}/${kind}.${group}`))
      unmet.push({ kind: 'API', name: apiKey({ kind, version, group }) });
  }
  // The label olm.owner contains the CSV's name, so its Roles cannot be created if the name is longer.
  const hasPermissions = csv.permissions.length + csv.clusterPermissions.length > 0;
  if (hasPermissions && csv.name.length > MAX_LABEL_LENGTH) unmet.push({ kind: 'Permissions' });
  return unmet;
}

/** The required APIServices that the input does not contain: another CSV has to provide them. */
export function neededApiServices(csv: ClusterServiceVersion, given: Cluster['apiServices']): string[] {
  const there = new Set([PACKAGE_SERVER_API, ...given.map(({ name }) => name), ...apiServiceNames(csv)]);
  return csv.requiredAPIServices.map(apiServiceName).filter((name) => !there.has(name));
}

/** Whether a text is a version of Kubernetes, such as `1.32`, `v1.32.4` or `1.32.4-eks-1`. */
export function isKubeVersion(text: string): boolean {
  return /^v?\d+\.\d+(?:\.\d+)?(?:[-+][\w.+-]*)?$/.test(text) && semver.coerce(text) !== null;
}

/** Whether a version meets the minimum. OLM drops a suffix after a dash in the cluster's version; an unreadable minimum is never met. */
function meetsMinimum(actual: string, minimum: string): boolean {
  const wanted = minimum === minimum.trim() ? semver.parse(minimum) : null;
  const given = semver.coerce(actual);
  return wanted !== null && given !== null && semver.compare(given, wanted) >= 0;
}

/**
 * Finds a failure of a CSV that no other operator can repair (OLM's transitionCSVState). Its causes are the install modes, the strategy, the
 * permissions, the webhooks, the names, a missing Deployment of an owned APIService, and the version of Kubernetes. Other requirements are
 * not checked, because the input can lack parts of the cluster: an uncertain failure would hide the versions that follow.
 */
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { refusedNames } from './install-rules.js';
import type { InstallationContext, InstallationRule } from './installation-rule.js';
import { type GroupTargets, membershipVerdict } from './membership.js';
import { installStrategy, invalidRules, webhookDescriptions } from './pending-rules.js';
import { unmetRequirements } from './requirements.js';
import type { Reason } from './verdict.js';

/** The failures of membership that another version of the operator can avoid. A missing OperatorGroup stops all versions alike. */
const OF_VERSION: ReadonlySet<Reason> = new Set(['UnsupportedOperatorGroup', 'InvalidInstallModes']);

/** Rules that read only the CSV, and not the context. */
const OWN_RULES: readonly InstallationRule[] = [installStrategy, invalidRules, webhookDescriptions, refusedNames];

/** An empty context. OWN_RULES do not read it; the requirements that it does not meet are not reported. */
const NO_CONTEXT: InstallationContext = {
  csvs: [],
  apiServices: [],
  available: { crds: new Map(), apiServices: new Set(), customKinds: new Set(), kubeVersion: '' },
  unsynced: new Set(),
  failForward: new Set(),
};

/**
 * The message about such a failure; undefined if the CSV has none, or if another failure of membership comes first.
 *
 * @param groups the OperatorGroups in the namespace of the CSV
 */
export function ownFailure(
  csv: ClusterServiceVersion,
  groups: readonly GroupTargets[],
  { versions: { kubeVersion } }: Pick<Cluster, 'versions'>,
): string | undefined {
  const membership = membershipVerdict(csv, groups);
  if (membership) return OF_VERSION.has(membership.reason) ? membership.message : undefined;
  for (const rule of OWN_RULES) {
    const verdict = rule([csv], NO_CONTEXT).get(csv)?.verdict;
    if (verdict) return verdict.message;
  }
  const unmet = unmetRequirements(csv, { ...NO_CONTEXT.available, kubeVersion: kubeVersion ?? '' });
  for (const requirement of unmet) {
    if (requirement.kind === 'Deployment') return `the Deployment ${requirement.name} of an owned APIService is not in the CSV`;
    // Without a version of Kubernetes in the input, the requirement may be met.
    if (requirement.kind === 'KubeVersion' && kubeVersion !== undefined)
      return `the CSV needs Kubernetes ${requirement.minimum}, and the cluster has ${requirement.actual}`;
  }
  return undefined;
}

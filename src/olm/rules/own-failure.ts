/**
 * The failure of a CSV that no other operator can change or repair: the install modes, the strategy, the webhooks, the names, and the
 * requirements that only the cluster can meet (OLM's transitionCSVState). Whatever depends on the input having all of the cluster is left out:
 * a failure that is not certain would hide the versions that follow.
 */
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { refusedNames } from './install-rules.js';
import type { InstallationContext, InstallationRule } from './installation-rule.js';
import { type GroupTargets, membershipVerdict } from './membership.js';
import { installStrategy, invalidRules, webhookDescriptions } from './pending-rules.js';
import { unmetRequirements } from './requirements.js';
import type { Reason } from './verdict.js';

/** The failures of membership that another version of the operator need not have. A missing OperatorGroup stops all versions alike. */
const OF_VERSION: ReadonlySet<Reason> = new Set(['UnsupportedOperatorGroup', 'InvalidInstallModes']);

/** The rules that look at nothing but the CSV. */
const OWN_RULES: readonly InstallationRule[] = [installStrategy, invalidRules, webhookDescriptions, refusedNames];

/** These rules do not read it. */
const NO_CONTEXT: InstallationContext = {
  csvs: [],
  apiServices: [],
  available: { crds: new Map(), apiServices: new Set(), customKinds: new Set(), kubeVersion: '' },
  unsynced: new Set(),
  failForward: new Set(),
};

/**
 * OLM's message about such a failure; undefined if the CSV has none.
 *
 * @param groups the groups of its namespace
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

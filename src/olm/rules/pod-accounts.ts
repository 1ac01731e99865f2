/**
 * The ServiceAccounts of an operator's Pods. OLM makes those that the permissions of a CSV name (GenerateServiceAccounts in its
 * resolver/rbac.go), and an InstallPlan those of the bundle; the Pods of any other account are refused, and the CSV stays in phase
 * Installing until its Deployments are available (updateInstallStatus of OLM's olm/operator.go).
 */
import { namespacedName } from '../../base/kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { ResolvedCsv } from './resolution.js';
import type { Verdict } from './verdict.js';

/** The CSV that waits for its Pods, if it has an account that nothing of the input makes. */
export function withPodAccounts(resolved: ResolvedCsv, cluster: Cluster): ResolvedCsv {
  const { csv, verdict, certainty } = resolved;
  const isOpen = cluster.isReviewed === true || cluster.isPartlyRead === true || (cluster.isDump === true && !csv.isResolved);
  if (isOpen || verdict.phase !== 'Succeeded' || certainty !== 'certain') return resolved;
  const [absent, ...others] = absentAccounts(csv, cluster);
  if (!absent) return resolved;
  // OLM looks the account of an APIService's Deployment up, and installs again (checkAPIServiceResources of its olm/apiservices.go).
  const serves = [absent, ...others].some(({ deployment }) => csv.ownedAPIServices.some((one) => one.deploymentName === deployment));
  return { ...resolved, verdict: waitingForPods(csv.namespace, absent), ...(serves ? { certainty: 'unstable' } : {}) };
}

interface Absent {
  readonly deployment: string;
  readonly account: string;
}

function absentAccounts(
  { namespace, deploymentNames, deploymentAccounts, permissions, clusterPermissions, bundle }: ClusterServiceVersion,
  { serviceAccounts }: Cluster,
): Absent[] {
  const made = new Set([
    'default',
    ...[...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName),
    ...(bundle?.others ?? []).flatMap(({ kind, metadata }) => (kind === 'ServiceAccount' ? [metadata.name] : [])),
  ]);
  const given = new Set(serviceAccounts.map(({ isPlaceOpen, ...one }) => (isPlaceOpen ? `*/${one.name}` : namespacedName(one))));
  return deploymentNames
    .map((deployment) => ({ deployment, account: deploymentAccounts.get(deployment) ?? 'default' }))
    .filter(({ account }) => !made.has(account) && !given.has(`${namespace}/${account}`) && !given.has(`*/${account}`));
}

function waitingForPods(namespace: string, { deployment, account }: Absent): Verdict {
  const awaited = { kind: 'ServiceAccount', namespace, name: account };
  return {
    phase: 'Installing',
    reason: 'InstallWaiting',
    message: `installing: waiting for deployment ${deployment} to become ready: deployment "${deployment}" not available: Deployment does not have minimum availability.`,
    because: [awaited],
    awaited,
  };
}

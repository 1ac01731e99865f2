/**
 * Snapshots: OLM's own verdict on a CSV that waits for requirements. A dump seldom has all that OLM looks at, such as ServiceAccounts and
 * Roles (OLM's requirementAndPermissionStatus), so a CSV that it has left Pending does not run, whatever the input shows.
 */
import { namespacedName } from '../../base/kubernetes/object.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Cluster } from '../model/cluster.js';
import type { ResolvedCsv } from './resolution.js';
import { neverSynced } from './verdict.js';

/** The CSV, in the phase in which OLM has left it waiting. */
export function asOlmLeftIt(resolved: ResolvedCsv, { isDump }: Pick<Cluster, 'isDump'>): ResolvedCsv {
  const { csv, verdict } = resolved;
  const { status } = csv.manifest;
  if (!isDump || verdict.phase !== 'Succeeded' || csv.isResolved || !isMapping(status)) return resolved;
  if (status.phase !== 'Pending' || status.reason !== 'RequirementsNotMet') return resolved;
  const message = typeof status.message === 'string' ? status.message : "one or more requirements couldn't be found";
  return { ...resolved, verdict: { phase: 'Pending', reason: 'RequirementsNotMet', message, because: [] } };
}

/** The CSV of a dump that is still to come, if its InstallPlan has failed. */
export function withFailedPlan(resolved: ResolvedCsv, { failedPlans }: Pick<Cluster, 'failedPlans'>): ResolvedCsv {
  const { csv, verdict } = resolved;
  if (!csv.isResolved || verdict.phase !== 'Succeeded' || !failedPlans?.has(namespacedName(csv))) return resolved;
  return { ...resolved, verdict: neverSynced('InstallPlanFailed') };
}

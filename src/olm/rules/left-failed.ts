/**
 * CSVs that OLM has left in phase Failed: their Deployments are not available, or the API server refused a part of them, which no manifest
 * shows (updateInstallStatus of OLM's olm/operator.go). A CSV that replaces it waits in Pending until it is repaired (transitionCSVState),
 * unless the group fails forward.
 */
import { namespacedName } from '../../base/kubernetes/object.js';
import { oncePerObject } from '../../base/manifest/once.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import { failForwardNamespaces, predecessors, waitsFor } from './replacement.js';
import type { ResolvedCsv } from './resolution.js';
import type { Reason, Verdict } from './verdict.js';

/** OLM checks these before it fails forward (transitionCSVState), so a CSV with one of them blocks its upgrade in any group. */
const OF_THE_GROUP: ReadonlySet<string> = new Set([
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'UnsupportedOperatorGroup',
  'NoTargetNamespaces',
  'InvalidInstallModes',
  'InterOperatorGroupOwnerConflict',
  'CannotModifyStaticOperatorGroupProvidedAPIs',
]);

type Csv = Pick<ClusterServiceVersion, 'namespace' | 'phase' | 'isResolved' | 'manifest'>;

/** A CSV in phase Failed. */
export interface LeftFailed {
  readonly reason: string;
  readonly message: string;
}

/** OLM's reason and message, if it has left the CSV in phase Failed. A manifest under review tells no phase. */
export function leftFailed({ phase, isResolved, manifest }: Csv): LeftFailed | undefined {
  const { status } = manifest;
  if (phase !== 'Failed' || isResolved || !isMapping(status)) return undefined;
  const { reason, message } = status;
  return { reason: typeof reason === 'string' ? reason : '', message: typeof message === 'string' ? message : '' };
}

/** Whether a CSV keeps what replaces it from running. */
export function blocksUpgrade(csv: Csv, operatorGroups: Parameters<typeof failForwardNamespaces>[0]): LeftFailed | undefined {
  const failure = leftFailed(csv);
  const isPassedOver = failure && !OF_THE_GROUP.has(failure.reason) && failForwardNamespaces(operatorGroups).has(csv.namespace);
  return isPassedOver ? undefined : failure;
}

/** A failure in words. */
export function failureText({ reason, message }: LeftFailed): string {
  return `in phase Failed${reason ? `, ${reason}` : ''}${message ? `: ${message}` : ''}`;
}

/** A failure that blocks the upgrade, in words. */
export function blockedText(failure: LeftFailed): string {
  const way = OF_THE_GROUP.has(failure.reason)
    ? ''
    : ', because spec.upgradeStrategy of the OperatorGroup is not TechPreviewUnsafeFailForward';
  return `${failureText(failure)}; it blocks its own upgrade${way}`;
}

/** The CSV in the phase in which OLM has left it, or waiting for the failed one that it replaces. */
export function asLeftFailed(resolved: ResolvedCsv, cluster: Cluster): ResolvedCsv {
  const { csv, verdict } = resolved;
  if (verdict.phase !== 'Succeeded') return resolved;
  const failure = leftFailed(csv);
  if (failure) return { ...resolved, verdict: failedVerdict(csv, failure), certainty: 'certain', rivals: [] };
  const blocking = blockingBefore(csv, cluster);
  if (!blocking) return resolved;
  return { ...resolved, verdict: { ...waitsFor(blocking.waitsFor), awaited: csvReference(blocking.failed) } };
}

function failedVerdict(csv: ClusterServiceVersion, { reason, message }: LeftFailed): Verdict {
  return { phase: 'Failed', reason: reason as Reason, message, because: [], awaited: csvReference(csv) };
}

interface Blocking {
  /** The CSV that this one replaces. */
  readonly waitsFor: ClusterServiceVersion;
  readonly failed: ClusterServiceVersion;
}

const predecessorsIn = oncePerObject((csvs: readonly ClusterServiceVersion[]) => predecessors(csvs));

/** The failed CSV at the beginning of the chain that ends in this CSV. */
function blockingBefore(csv: ClusterServiceVersion, cluster: Cluster): Blocking | undefined {
  const before = predecessorsIn(cluster.clusterServiceVersions);
  const direct = before.get(csv);
  const seen = new Set([namespacedName(csv)]);
  for (let next = direct; direct && next && !seen.has(namespacedName(next)); next = before.get(next)) {
    seen.add(namespacedName(next));
    if (blocksUpgrade(next, cluster.operatorGroups)) return { waitsFor: direct, failed: next };
  }
  return undefined;
}

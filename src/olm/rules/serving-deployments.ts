/** Serving Deployments: OLM gives them a Service and a certificate, because webhooks or APIServices name them. */
import { isLabelValue, isServiceName } from '../../base/kubernetes/names.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { ResolvedCsv } from './resolution.js';
import type { Verdict } from './verdict.js';

/** The Deployments of a CSV that its webhooks and owned APIServices name, each once. Unknown names are ignored. */
export function servingDeployments({
  webhooks,
  ownedAPIServices,
  deploymentNames,
}: Pick<ClusterServiceVersion, 'webhooks' | 'ownedAPIServices' | 'deploymentNames'>): string[] {
  const named = new Set([...ownedAPIServices, ...webhooks].flatMap(({ deploymentName }) => deploymentName ?? []));
  return [...named].filter((name) => deploymentNames.includes(name));
}

/** The Service of such a Deployment (OLM's ServiceName). */
export function serviceName(deployment: string): string {
  return `${deployment}-service`;
}

/**
 * Whether OLM installed the certificates of a CSV. It installs them first, and does not remove them
 * if a later step fails (OLM's installCertRequirements).
 */
export function cameToCertificates({ phase, reason, failedBefore }: Verdict): boolean {
  const failedWith = failedBefore ?? (phase === 'Failed' ? reason : undefined);
  if (failedWith !== undefined) return failedWith === 'InstallComponentFailed';
  return phase === 'Succeeded' || phase === 'Replacing' || phase === 'Installing' || reason === 'NeedsReinstall';
}

/** A Deployment with a certificate that OLM installed. */
export interface InstalledCertificate {
  readonly csv: ClusterServiceVersion;
  readonly verdict: Verdict;
  readonly deployment: string;
}

/** The certificates that OLM installed, CSV by CSV. */
export function installedCertificates(csvs: readonly ResolvedCsv[]): InstalledCertificate[] {
  return csvs
    .filter(({ verdict }) => cameToCertificates(verdict))
    .flatMap(({ csv, verdict }) => untilRefused(csv).map((deployment) => ({ csv, verdict, deployment })));
}

/** The serving Deployments up to the first refused object: a Service, or `olm.owner` of the first certificate's ClusterRoleBinding. */
function untilRefused(csv: ClusterServiceVersion): string[] {
  const serving = servingDeployments(csv);
  const refused = serving.findIndex((deployment) => !isServiceName(serviceName(deployment)));
  return serving.slice(0, refused === -1 ? undefined : refused).slice(0, isLabelValue(csv.name) ? undefined : 1);
}

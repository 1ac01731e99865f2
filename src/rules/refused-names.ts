/**
 * Refused names: objects that Kubernetes does not let OLM create when it installs a CSV, since their names or labels are made
 * of names that fit no label. OLM tries again, and fails again, for ever (OLM's installer, and areWebhooksAvailable, which
 * looks for the label `olm.owner`).
 */
import { isLabelValue, isServiceName, MAX_LABEL_LENGTH } from '../kubernetes/names.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { InstallationRule } from './installation-rule.js';
import { serviceName, servingDeployments } from './serving-deployments.js';
import { failed } from './verdict.js';

/** Keeps CSVs with such names from ever running. */
export const refusedNames: InstallationRule = (candidates) =>
  new Map(
    candidates.flatMap((csv) => {
      const message = refusal(csv);
      return message === undefined
        ? []
        : [[csv, { verdict: failed('InstallComponentFailed', `install strategy failed: ${message}`), unstable: true }]];
    }),
  );

/** Whether Kubernetes refuses something of a CSV. */
export function hasRefusedName(csv: ClusterServiceVersion): boolean {
  return refusal(csv) !== undefined;
}

/** Kubernetes' message about the first thing that it refuses. */
function refusal(csv: ClusterServiceVersion): string | undefined {
  const service = servingDeployments(csv)
    .map(serviceName)
    .find((name) => !isServiceName(name));
  if (service !== undefined) {
    return `Service "${service}" is invalid: metadata.name: Invalid value: "${service}": ${serviceMessage(service)}`;
  }
  if (isLabelValue(csv.name)) return undefined;
  return `Deployment "${csv.deploymentNames[0] ?? ''}" is invalid: metadata.labels: Invalid value: "${csv.name}": must be no more than ${MAX_LABEL_LENGTH} characters`;
}

function serviceMessage(name: string): string {
  return name.length > MAX_LABEL_LENGTH
    ? `must be no more than ${MAX_LABEL_LENGTH} characters`
    : "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
}

/** Rules from phase InstallReady on: they prevent OLM from installing a CSV, or from reaching a stable phase. */
import { isLabelValue, isServiceName, MAX_LABEL_LENGTH } from '../../base/kubernetes/names.js';
import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import type { Available, InstallationFinding, InstallationRule } from './installation-rule.js';
import { replacementChains } from './replacement.js';
import { serviceName, servingDeployments } from './serving-deployments.js';
import { failed, SUCCEEDED, type Verdict } from './verdict.js';

// Unsynced group: a CSV with an empty `olm.targetNamespaces` of its own passes as a member of a group that OLM never syncs, since
// the group's status is empty, too (OLM's operatorGroupAnnotationsDiffer). It reaches the installation, for which OLM finds no
// client.

/** Keeps such CSVs at the beginning of the installation. */
export const unsyncedGroup: InstallationRule = (candidates, { unsynced }) =>
  new Map(
    candidates
      .filter(({ namespace }) => unsynced.has(namespace))
      .map((csv) => [
        csv,
        {
          verdict: {
            phase: 'InstallReady',
            reason: 'AllRequirementsMet',
            message: 'all requirements found, attempting install',
            because: [],
          },
        },
      ]),
  );

// Refused installation: objects that the API server does not take from the ServiceAccount of the group.

/** Fails such CSVs, and so keeps what replaces them waiting. */
export const refusedInstallation: InstallationRule = (candidates, { refused }) =>
  new Map(
    candidates.flatMap((csv) => {
      const found = refused?.get(csv);
      return found ? [[csv, found]] : [];
    }),
  );

// Refused names: objects of an installation that Kubernetes refuses because their names or labels contain names that are no label
// values. OLM retries and fails forever (OLM's installer, and areWebhooksAvailable, which searches by the label
// `olm.owner`).

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

/** Whether Kubernetes refuses an object of a CSV. */
export function hasRefusedName(csv: ClusterServiceVersion): boolean {
  return refusal(csv) !== undefined;
}

/** Kubernetes' message about the first refused object. */
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

// Webhook installation: webhooks that OLM repeatedly fails to install (OLM's createOrUpdateConversionWebhook, and
// updateDeploymentSpecsWithAPIServiceData for a Deployment outside of the CSV).

/** Keeps CSVs with such a webhook from ever running; OLM retries forever. */
export const webhookInstallation: InstallationRule = (candidates, { available }) =>
  new Map(
    candidates.flatMap((csv) => {
      const verdict = conversionFailure(csv, available) ?? unknownDeployment(csv);
      return verdict ? [[csv, { verdict, unstable: true }]] : [];
    }),
  );

/** The verdict for a webhook without its Deployment: OLM installs the CSV, cannot compute the expected Deployment, and restarts. */
function unknownDeployment({ webhooks, deploymentNames }: ClusterServiceVersion): Verdict | undefined {
  if (webhooks.every(({ deploymentName }) => deploymentNames.includes(deploymentName ?? ''))) return undefined;
  return { phase: 'Pending', reason: 'NeedsReinstall', message: 'calculated deployment install is bad', because: [] };
}

function conversionFailure(csv: ClusterServiceVersion, available: Available): Verdict | undefined {
  for (const { type, conversionCRDs } of csv.webhooks) {
    if (type !== 'ConversionWebhook') continue;
    const message = conversionMessage(csv, conversionCRDs ?? [], available);
    if (message !== undefined) return failed('InstallComponentFailed', `install strategy failed: ${message}`);
  }
  return undefined;
}

/** OLM's message about the first refused conversion webhook. */
function conversionMessage(csv: ClusterServiceVersion, crds: readonly string[], { crds: served }: Available): string | undefined {
  if (csv.installModes.some(({ type, supported }) => supported !== (type === 'AllNamespaces'))) {
    return 'unable to manage conversion webhook: CSVs with conversion webhooks must support only AllNamespaces';
  }
  if (crds.length === 0) {
    return 'unable to manager conversion webhook: conversion webhook must have at least one CRD specified';
  }
  const foreign = crds.find((name) => !csv.ownedCRDs.some((owned) => owned.name === name));
  if (foreign === undefined) return undefined;
  return served.has(foreign)
    ? `csv ${csv.name} does not own CRD ${foreign}`
    : `unable to get CRD ${foreign} specified in Conversion Webhook: customresourcedefinitions.apiextensions.k8s.io "${foreign}" not found`;
}

// Shared Deployment: two CSVs of a namespace with a Deployment of the same name take it from each other forever.

/**
 * Leaves all such CSVs but the last waiting for the Deployment; the last one has it for the moment.
 * Within a chain of replacements, a Deployment passes to the successor.
 */
export const sharedDeployment: InstallationRule = (candidates, { csvs }) => {
  const findings = new Map<ClusterServiceVersion, InstallationFinding>();
  const chainOf = replacementChains(csvs);
  const deployments = candidates.flatMap((csv) => [...new Set(csv.deploymentNames)].map((name) => ({ csv, name })));
  for (const sharers of groupBy(deployments, ({ csv, name }) => `${csv.namespace}/${name}`).values()) {
    if (sharers.length === 1) continue;
    for (const [index, { csv, name }] of sharers.entries()) {
      const chain = chainOf(csv);
      const isRival = (other: { csv: ClusterServiceVersion }): boolean => !chain.has(namespacedName(other.csv));
      const rivals = sharers.filter(isRival).map((sharer) => sharer.csv);
      const waitsAlready = findings.get(csv)?.verdict?.phase === 'Installing';
      if (rivals.length === 0 || waitsAlready) continue;
      const isTaken = sharers.slice(index + 1).some(isRival);
      findings.set(csv, { verdict: isTaken ? waiting(name, rivals) : SUCCEEDED, rivals, unstable: true });
    }
  }
  return findings;
};

function waiting(deployment: string, rivals: readonly ClusterServiceVersion[]): Verdict {
  return {
    phase: 'Installing',
    reason: 'InstallWaiting',
    message: `installing: missing deployment with name=${deployment}`,
    because: rivals.map(csvReference),
  };
}

/**
 * Webhook installation: webhooks that OLM fails to install, again and again (OLM's createOrUpdateConversionWebhook, and
 * updateDeploymentSpecsWithAPIServiceData for a Deployment that is not the CSV's).
 */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { Available } from './available.js';
import type { InstallationRule } from './installation-rule.js';
import { failed, type Verdict } from './verdict.js';

/** Keeps CSVs with such a webhook from ever running; OLM tries again for ever. */
export const webhookInstallation: InstallationRule = (candidates, { available }) =>
  new Map(
    candidates.flatMap((csv) => {
      const verdict = conversionFailure(csv, available) ?? unknownDeployment(csv);
      return verdict ? [[csv, { verdict, unstable: true }]] : [];
    }),
  );

/** OLM installs, cannot work out what the Deployment ought to be, and starts again. */
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

/** OLM's message about the first thing that it refuses. */
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

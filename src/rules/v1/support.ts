/** What OLM v1's controller refuses before it renders a bundle (operator-controller's applier, and its feature gates). */
import { NEWEST_OLM_V1, type OlmV1Release } from '../../model/olm-version.js';
import { type InstalledCsv, supportedInstallModes } from '../../model/registry-v1.js';
import type { V1Configuration } from './configuration.js';

/** What the administrator of OLM v1 switched on. */
export interface ControllerFeatures {
  /** Whether a certificate provider is there; the default is cert-manager. */
  readonly certificates: boolean;
  /** The gate SingleOwnNamespaceInstallSupport, off by default. */
  readonly singleAndOwnNamespace: boolean;
}

/** The controller's message about a bundle that it does not take, the first that fits. */
export function unsupportedBundle(csv: InstalledCsv, { certificates, singleAndOwnNamespace }: ControllerFeatures): string | undefined {
  const modes = supportedInstallModes(csv);
  // The misspelling is OLM's.
  if (csv.ownedAPIServices.length > 0) return 'unsupported bundle: apiServiceDefintions are not supported';
  if (csv.webhooks.length > 0 && !certificates) {
    return 'unsupported bundle: webhookDefinitions are not supported: certificate provider is nil';
  }
  if (!singleAndOwnNamespace && !modes.includes('AllNamespaces')) {
    return 'unsupported bundle: bundle does not support AllNamespaces install mode';
  }
  if (!['AllNamespaces', 'SingleNamespace', 'OwnNamespace'].some((mode) => modes.includes(mode))) {
    return 'unsupported bundle: bundle must support at least one of [AllNamespaces SingleNamespace OwnNamespace] install modes';
  }
  return undefined;
}

/** Feature gates, off by default in a release, without which the controller refuses a ClusterExtension. */
export function neededFeatureGates(
  csv: InstalledCsv,
  { watchNamespace, deploymentConfig }: V1Configuration,
  { behaviours }: OlmV1Release = NEWEST_OLM_V1,
): string[] {
  const isNarrow = watchNamespace !== undefined || !supportedInstallModes(csv).includes('AllNamespaces');
  return [
    ...(isNarrow && !behaviours.has('singleAndOwnNamespace') ? ['SingleOwnNamespaceInstallSupport'] : []),
    ...(csv.webhooks.length > 0 && !behaviours.has('webhooks') ? ['WebhookProviderCertManager'] : []),
    ...(deploymentConfig === undefined ? [] : ['DeploymentConfig']),
  ];
}

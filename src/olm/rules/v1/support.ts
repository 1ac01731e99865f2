/** OLM v1's refusals before rendering: of the bundle itself, its target namespaces and its settings (operator-controller). */
import { isDnsLabel } from '../../../base/kubernetes/names.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import { supportedInstallModes } from '../../model/csv-parts.js';
import { NEWEST_OLM_V1, type OlmV1Release } from '../../model/olm-version.js';
import type { InstalledCsv } from '../../model/registry-v1.js';
import { deploymentConfigErrors, unknownField } from './deployment-config.js';

/** The features that the administrator of OLM v1 enabled. */
export interface ControllerFeatures {
  /** Whether there is a certificate provider; the default is cert-manager. */
  readonly certificates: boolean;
  /** The feature gate SingleOwnNamespaceInstallSupport, off by default. */
  readonly singleAndOwnNamespace: boolean;
}

/** The controller's message about an unsupported bundle; the first that applies. */
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

// The namespaces that OLM v1 lets an operator watch (operator-controller's render.go, validateTargetNamespaces).

/** All namespaces if the operator supports them; otherwise the user must choose. */
export function defaultTargetNamespaces(csv: InstalledCsv): readonly string[] {
  return supportedInstallModes(csv).includes('AllNamespaces') ? [''] : [];
}

/** OLM's message about target namespaces that the install modes do not allow. @param targets `['']` for all namespaces */
export function invalidTargetNamespaces(csv: InstalledCsv, installNamespace: string, targets: readonly string[]): string | undefined {
  const reason = refusal(supportedInstallModes(csv), installNamespace, targets);
  return reason === undefined ? undefined : `invalid option(s): invalid target namespaces [${targets.join(' ')}]: ${reason}`;
}

function refusal(modes: readonly string[], installNamespace: string, targets: readonly string[]): string | undefined {
  const set = new Set(targets);
  const unsupported = (what: string): string => `supported install modes [${modes.join(' ')}] do not support ${what}`;
  const others = unsupported(`target namespaces [${targets.join(' ')}]`);
  const own = unsupported('targeting own namespace');

  if (set.size === 0) {
    return modes.includes('MultiNamespace')
      ? 'at least one target namespace must be specified'
      : 'exactly one target namespace must be specified';
  }
  if (set.size === 1) {
    if (set.has('')) return modes.includes('AllNamespaces') ? undefined : unsupported('targeting all namespaces');
    if (set.has(installNamespace)) return modes.includes('OwnNamespace') ? undefined : own;
    return modes.includes('SingleNamespace') ? undefined : others;
  }
  if (set.has(installNamespace) && !modes.includes('OwnNamespace')) return own;
  return modes.includes('MultiNamespace') && !set.has('') ? undefined : others;
}

// `spec.config.inline` of a ClusterExtension: the fields that a bundle lets a user set (operator-controller's config and rukpak/bundle,
// GetConfigSchema).

/** Settings of a ClusterExtension. */
export interface V1Configuration {
  readonly watchNamespace?: string;
  readonly deploymentConfig?: Readonly<Record<string, unknown>>;
}

/**
 * Reads settings.
 *
 * @param isWatchedApart whether the watched namespaces are given separately, so that the settings can lack them
 * @param release the release, which decides the allowed settings
 * @returns the settings, with OLM's messages about refused fields in byte order
 */
export function v1Configuration(
  raw: Readonly<Record<string, unknown>>,
  csv: InstalledCsv,
  installNamespace: string,
  isWatchedApart = false,
  { behaviours }: OlmV1Release = NEWEST_OLM_V1,
): { readonly configuration: V1Configuration; readonly errors: readonly string[] } {
  const modes = supportedInstallModes(csv);
  const isConfigurable = modes.includes('OwnNamespace') || modes.includes('SingleNamespace');
  const known = [...(behaviours.has('configuresDeployments') ? ['deploymentConfig'] : []), ...(isConfigurable ? ['watchNamespace'] : [])];
  const unknown = Object.keys(raw).filter((field) => !known.includes(field));
  const { watchNamespace, deploymentConfig } = raw;
  const errors = [
    ...unknown.sort().map(unknownField),
    ...(known.includes('deploymentConfig') && deploymentConfig !== undefined ? deploymentConfigErrors(deploymentConfig) : []),
    ...(isConfigurable && !(isWatchedApart && isAbsent(watchNamespace))
      ? watchNamespaceErrors(watchNamespace, modes, installNamespace)
      : []),
  ];
  return {
    configuration: {
      ...(typeof watchNamespace === 'string' ? { watchNamespace } : {}),
      ...(isMapping(deploymentConfig) ? { deploymentConfig } : {}),
    },
    errors,
  };
}

/** OLM v1's message about settings without the namespace that the operator watches. */
export const MISSING_NAMESPACE = 'required field "watchNamespace" is missing';

function watchNamespaceErrors(value: unknown, modes: readonly string[], installNamespace: string): string[] {
  if (isAbsent(value)) {
    return modes.includes('AllNamespaces') ? [] : [MISSING_NAMESPACE];
  }
  if (typeof value !== 'string') return ['invalid value for field "watchNamespace"'];
  const invalid = `invalid value ${JSON.stringify(value)}`;
  if (!isDnsLabel(value)) return [`${invalid}: not the name of a namespace`];
  const own = JSON.stringify(installNamespace);
  if (!modes.includes('SingleNamespace') && value !== installNamespace) {
    return [
      `${invalid}: must be ${own} (the namespace where the operator is installed) because this operator only supports OwnNamespace install mode`,
    ];
  }
  if (!modes.includes('OwnNamespace') && value === installNamespace) {
    return [
      `${invalid}: must be different from ${own} (the install namespace) because this operator uses SingleNamespace install mode to watch a different namespace`,
    ];
  }
  return [];
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/**
 * `spec.config.inline` of a ClusterExtension: which fields a bundle lets a user set (operator-controller's config and
 * rukpak/bundle, GetConfigSchema).
 */
import { isMapping } from '../../manifest/plain-data.js';
import { NEWEST_OLM_V1, type OlmV1Release } from '../../model/olm-version.js';
import { type InstalledCsv, supportedInstallModes } from '../../model/registry-v1.js';

/** Settings of a ClusterExtension. */
export interface V1Configuration {
  readonly watchNamespace?: string;
  readonly deploymentConfig?: Readonly<Record<string, unknown>>;
}

const NAMESPACE = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const MAX_NAMESPACE_LENGTH = 63;

/**
 * Reads settings.
 *
 * @param isWatchedApart whether the watched namespaces are given beside the settings, so that these can lack them
 * @param release which decides what can be set
 * @returns with OLM's messages about what it refuses, in byte order of the fields
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
    ...unknown.sort().map((field) => `unknown field ${JSON.stringify(field)}`),
    ...(deploymentConfig === undefined || isMapping(deploymentConfig) ? [] : ['invalid type for field "deploymentConfig"']),
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

function watchNamespaceErrors(value: unknown, modes: readonly string[], installNamespace: string): string[] {
  if (isAbsent(value)) {
    return modes.includes('AllNamespaces') ? [] : ['required field "watchNamespace" is missing'];
  }
  if (typeof value !== 'string') return ['invalid value for field "watchNamespace"'];
  const invalid = `invalid value ${JSON.stringify(value)}`;
  if (value.length > MAX_NAMESPACE_LENGTH || !NAMESPACE.test(value)) return [`${invalid}: not the name of a namespace`];
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

/**
 * Install modes: whether a CSV can be a member of a group with these target namespaces
 * (design document, "InstallModes and Supported OperatorGroups"; OLM's InstallModeSet).
 */
import type { InstallMode } from '../model/cluster-service-version.js';
import { isAllNamespaces, type NamespaceSet } from './namespace-set.js';

/** The four install modes of OLM. */
export const INSTALL_MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'] as const;
export type InstallModeType = (typeof INSTALL_MODES)[number];

/**
 * OLM's message about a list that names one install mode twice; nothing when there is no such mode.
 */
export function duplicateInstallModes(modes: readonly InstallMode[]): string | undefined {
  const types = new Set(modes.map(({ type }) => type));
  if (types.size === modes.length) return undefined;
  // Go prints the whole list with %v.
  const list = modes.map(({ type, supported }) => `{${type} ${supported}}`).join(' ');
  return `InstallMode list contains duplicates, cannot make set: [${list}]`;
}

/**
 * OLM's message about the first install mode that these targets need and the CSV does not support; nothing when it
 * supports them. A mode that is not listed is unsupported: OLM infers none from the others.
 *
 * @example
 * unsupportedInstallMode([{ type: 'OwnNamespace', supported: true }], 'op', ['op']) // undefined
 */
export function unsupportedInstallMode(
  modes: readonly InstallMode[],
  operatorNamespace: string,
  targets: NamespaceSet,
): string | undefined {
  const supports = (type: InstallModeType): boolean => modes.some((mode) => mode.type === type && mode.supported);
  const own = 'OwnNamespace InstallModeType not supported, cannot configure to watch own namespace';

  if (targets.length === 0) return 'operatorgroup has invalid selected namespaces, cannot configure to watch zero namespaces';
  if (targets.length === 1) {
    if (isAllNamespaces(targets))
      return supports('AllNamespaces')
        ? undefined
        : 'AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces';
    if (targets[0] === operatorNamespace) return supports('OwnNamespace') ? undefined : own;
    return supports('SingleNamespace')
      ? undefined
      : 'SingleNamespace InstallModeType not supported, cannot configure to watch one namespace';
  }
  if (!supports('MultiNamespace'))
    return `MultiNamespace InstallModeType not supported, cannot configure to watch ${targets.length} namespaces`;
  if (targets.includes(operatorNamespace) && !supports('OwnNamespace')) return own;
  // A list with the empty string among others cannot come from a group, but OLM's rule has an answer to it.
  if (targets.includes('')) return 'operatorgroup has invalid selected namespaces, NamespaceAll found when |selected namespaces| > 1';
  return undefined;
}

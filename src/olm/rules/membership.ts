/**
 * Membership: decides whether a CSV belongs to the only OperatorGroup of its namespace
 * (design document, "OperatorGroup Membership"; OLM's operatorGroupForCSV and transitionCSVState).
 */

import { isStored } from '../../base/kubernetes/object.js';
import type { ClusterServiceVersion, InstallMode } from '../model/cluster-service-version.js';
import { isCopied, TARGET_NAMESPACES_ANNOTATION } from '../model/csv-labels.js';
import { groupReference } from '../model/finding.js';
import type { InstallModeType } from '../model/install-modes.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { ALL_NAMESPACES, isAllNamespaces, type NamespaceSet } from './namespace-set.js';
import { malformedCrdName } from './provided-apis.js';
import { failed, neverSynced, type Verdict } from './verdict.js';

/** A group with its namespaces resolved. */
export interface GroupTargets {
  readonly group: OperatorGroup;
  /** Absent if the list of target namespaces contains the empty string, or the selector is invalid. */
  readonly namespaces?: NamespaceSet;
  /** Whether the selector has labels that no object can have: OLM never syncs the group. */
  readonly invalidSelector?: boolean;
  /** Whether the account in `spec.serviceAccountName` is missing: OLM never syncs the group. */
  readonly serviceAccountMissing: boolean;
}

/**
 * The verdict that prevents a CSV from being a member, or undefined for a member.
 * The checks are in OLM's order: the first that applies is reported.
 *
 * @param groups the groups in the CSV's namespace
 */
export function membershipVerdict(csv: ClusterServiceVersion, groups: readonly GroupTargets[]): Verdict | undefined {
  if (isCopied({ metadata: csv })) return neverSynced('IsCopied');
  if (malformedCrdName(csv) !== undefined) return neverSynced('MalformedCrdName');
  const [only, ...more] = groups;
  if (!only) return failed('NoOperatorGroup', 'csv in namespace with no operatorgroups');
  const because = groups.map(({ group }) => groupReference(group));
  if (more.length > 0) {
    return failed('TooManyOperatorGroups', "csv created in namespace with multiple operatorgroups, can't pick one automatically", because);
  }
  const keptOut = isUnsynced(only) && !passesForMember(csv) ? unsyncedVerdict(only, because) : undefined;
  if (keptOut) return keptOut;

  const duplicates = duplicateInstallModes(csv.installModes);
  if (duplicates !== undefined) return failed('InvalidInstallModes', duplicates);
  const namespaces = isUnsynced(only) ? ALL_NAMESPACES : (only.namespaces ?? []);
  const unsupported = unsupportedInstallMode(csv.installModes, csv.namespace, namespaces);
  if (unsupported !== undefined) return failed('UnsupportedOperatorGroup', unsupported, because);
  return undefined;
}

/** Whether OLM never writes the status of a group. */
export function isUnsynced({ namespaces, invalidSelector, serviceAccountMissing }: GroupTargets): boolean {
  return invalidSelector === true || !namespaces?.length || serviceAccountMissing;
}

/**
 * Whether a CSV passes as a member: an empty annotation of its own equals an empty status, which OLM reads as all namespaces (OLM's
 * operatorGroupAnnotationsDiffer). In a snapshot, the annotation comes from the CSV's earlier group.
 */
function passesForMember({ annotations, manifest }: ClusterServiceVersion): boolean {
  return annotations[TARGET_NAMESPACES_ANNOTATION] === '' && !isStored(manifest);
}

function unsyncedVerdict({ namespaces, invalidSelector }: GroupTargets, because: Verdict['because']): Verdict {
  if (invalidSelector) return neverSynced('InvalidSelector', because);
  if (!namespaces) return neverSynced('TargetsContainAllNamespaces', because);
  if (namespaces.length === 0) {
    return failed('NoTargetNamespaces', 'no targetNamespaces are matched operatorgroups namespace selection', because);
  }
  return neverSynced('ServiceAccountNotFound', because);
}

// Install modes: decides whether a CSV can be a member of a group with these target namespaces (design document, "InstallModes and
// Supported
// OperatorGroups"; OLM's InstallModeSet).

/** OLM's message about a list that names an install mode twice; undefined if there is none. */
export function duplicateInstallModes(modes: readonly InstallMode[]): string | undefined {
  const types = new Set(modes.map(({ type }) => type));
  if (types.size === modes.length) return undefined;
  // Go prints the whole list with %v.
  const list = modes.map(({ type, supported }) => `{${type} ${supported}}`).join(' ');
  return `InstallMode list contains duplicates, cannot make set: [${list}]`;
}

/**
 * OLM's message about the first install mode that these targets need and the CSV does not support; undefined if it
 * supports them. A missing mode is unsupported: OLM infers none from the others.
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
  // No group can produce a list with the empty string and others, but OLM's rule has a result for it.
  if (targets.includes('')) return 'operatorgroup has invalid selected namespaces, NamespaceAll found when |selected namespaces| > 1';
  return undefined;
}

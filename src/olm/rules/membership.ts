/**
 * Membership: whether a CSV belongs to the one OperatorGroup of its namespace
 * (design document, "OperatorGroup Membership"; OLM's operatorGroupForCSV and transitionCSVState).
 */

import { isStored } from '../../base/kubernetes/object.js';
import {
  type ClusterServiceVersion,
  type InstallMode,
  type InstallModeType,
  isCopied,
  TARGET_NAMESPACES_ANNOTATION,
} from '../model/cluster-service-version.js';
import { groupReference } from '../model/finding.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { ALL_NAMESPACES, isAllNamespaces, type NamespaceSet } from './namespace-set.js';
import { malformedCrdName } from './provided-apis.js';
import { failed, neverSynced, type Verdict } from './verdict.js';

/** A group with its namespaces resolved. */
export interface GroupTargets {
  readonly group: OperatorGroup;
  /** Absent when the list of target namespaces holds the empty string, or the selector is not valid. */
  readonly namespaces?: NamespaceSet;
  /** Labels of the selector that no object can have: OLM never syncs the group. */
  readonly invalidSelector?: boolean;
  /** `spec.serviceAccountName` names an account that does not exist: OLM never syncs the group. */
  readonly serviceAccountMissing: boolean;
}

/**
 * The verdict that keeps a CSV from being a member, or nothing when it is one.
 * The checks stand in OLM's order: of several that apply, the first one is reported.
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
 * An empty annotation of the CSV's own equals an empty status: OLM takes it for all namespaces (OLM's
 * operatorGroupAnnotationsDiffer). In a snapshot, it is the annotation of the group that the CSV had.
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

// Install modes: whether a CSV can be a member of a group with these target namespaces (design document, "InstallModes and Supported
// OperatorGroups"; OLM's InstallModeSet).

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

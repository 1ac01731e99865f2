/**
 * Membership: whether a CSV belongs to the one OperatorGroup of its namespace
 * (design document, "OperatorGroup Membership"; OLM's operatorGroupForCSV and transitionCSVState).
 */
import { isStored } from '../kubernetes/from-cluster.js';
import { type ClusterServiceVersion, isCopied, TARGET_NAMESPACES_ANNOTATION } from '../model/cluster-service-version.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { groupReference } from '../model/references.js';
import { duplicateInstallModes, unsupportedInstallMode } from './install-modes.js';
import { ALL_NAMESPACES, type NamespaceSet } from './namespace-set.js';
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

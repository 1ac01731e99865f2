/**
 * Membership: whether a CSV belongs to the one OperatorGroup of its namespace
 * (design document, "OperatorGroup Membership"; OLM's operatorGroupForCSV and transitionCSVState).
 */
import { type ClusterServiceVersion, isCopied } from '../model/cluster-service-version.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { groupReference } from '../model/references.js';
import { duplicateInstallModes, unsupportedInstallMode } from './install-modes.js';
import type { NamespaceSet } from './namespace-set.js';
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
  if (only.invalidSelector) return neverSynced('InvalidSelector', because);
  if (!only.namespaces) return neverSynced('TargetsContainAllNamespaces', because);
  if (only.namespaces.length === 0) {
    return failed('NoTargetNamespaces', 'no targetNamespaces are matched operatorgroups namespace selection', because);
  }
  if (only.serviceAccountMissing) return neverSynced('ServiceAccountNotFound', because);

  const duplicates = duplicateInstallModes(csv.installModes);
  if (duplicates !== undefined) return failed('InvalidInstallModes', duplicates);
  const unsupported = unsupportedInstallMode(csv.installModes, csv.namespace, only.namespaces);
  if (unsupported !== undefined) return failed('UnsupportedOperatorGroup', unsupported, because);
  return undefined;
}

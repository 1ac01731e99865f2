/** Defines a verdict: OLM's decision about one CSV, in OLM's own words, and its reason. */
import type { ObjectReference } from '../../base/kubernetes/object.js';

/** `status.phase`; empty if OLM never gives the CSV one. */
export type Phase = '' | 'Pending' | 'InstallReady' | 'Installing' | 'Succeeded' | 'Failed' | 'Replacing' | 'Deleting';

/** `status.reason`; empty together with the phase. */
export type Reason =
  | ''
  | 'InstallSucceeded'
  /** Not OLM's: see descoped.ts. */
  | 'Descoped'
  | 'NoOperatorGroup'
  | 'TooManyOperatorGroups'
  | 'UnsupportedOperatorGroup'
  | 'NoTargetNamespaces'
  | 'InvalidInstallModes'
  | 'InterOperatorGroupOwnerConflict'
  | 'CannotModifyStaticOperatorGroupProvidedAPIs'
  | 'RequirementsNotMet'
  | 'RequirementsUnknown'
  | 'InvalidInstallStrategy'
  | 'InvalidWebhookDescription'
  | 'OwnerConflict'
  | 'InstallComponentFailed'
  | 'InstallComponentFailedNoRetry'
  | 'InstallWaiting'
  | 'AllRequirementsMet'
  | 'ComponentUnhealthy'
  | 'NeedsReinstall'
  | 'BeingReplaced'
  | 'Replaced'
  | 'OperatorConditionNotUpgradeable';

/** The reason why OLM never gives a CSV a phase. */
export type NeverSynced =
  | 'IsCopied'
  | 'MalformedCrdName'
  | 'TargetsContainAllNamespaces'
  | 'InvalidSelector'
  | 'ServiceAccountNotFound'
  | 'InstallPlanRefused'
  | 'InstallPlanFailed'
  | 'NotResolved';

/** OLM's decision about one CSV. */
export interface Verdict {
  readonly phase: Phase;
  readonly reason: Reason;
  /** `status.message`, in OLM's words. */
  readonly message: string;
  /** Set if the phase is empty. */
  readonly neverSynced?: NeverSynced;
  /** The reason of the failure of a CSV that still yields. */
  readonly failedBefore?: Reason;
  /** What a CSV waits for that nobody may ever make; see pod-accounts.ts and alongside.ts. */
  readonly awaited?: ObjectReference;
  /** The other objects that the verdict depends on: rival groups, missing CRDs … */
  readonly because: readonly ObjectReference[];
}

/** Verdicts: what OLM decides about one CSV, in OLM's own words, and why. */
import type { ObjectReference } from '../../base/kubernetes/object.js';

/** `status.phase`; empty when OLM never gives the CSV one. */
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

/** Why OLM never gives a CSV a phase. */
export type NeverSynced =
  | 'IsCopied'
  | 'MalformedCrdName'
  | 'TargetsContainAllNamespaces'
  | 'InvalidSelector'
  | 'ServiceAccountNotFound'
  | 'InstallPlanRefused';

/** What OLM decides about one CSV. */
export interface Verdict {
  readonly phase: Phase;
  readonly reason: Reason;
  /** `status.message`, in OLM's words. */
  readonly message: string;
  /** Set when the phase is empty. */
  readonly neverSynced?: NeverSynced;
  /** Why a CSV failed that makes way all the same. */
  readonly failedBefore?: Reason;
  /** The other objects that the verdict depends on: rival groups, missing CRDs … */
  readonly because: readonly ObjectReference[];
}

/** The verdict on a CSV that nothing keeps from running. */
export const SUCCEEDED: Verdict = {
  phase: 'Succeeded',
  reason: 'InstallSucceeded',
  message: 'install strategy completed with no errors',
  because: [],
};

/** A failed state. None is terminal: it is computed anew whenever the cluster changes. */
export function failed(reason: Reason, message: string, because: readonly ObjectReference[] = []): Verdict {
  return { phase: 'Failed', reason, message, because };
}

/** A CSV that OLM leaves without a phase. */
export function neverSynced(why: NeverSynced, because: readonly ObjectReference[] = []): Verdict {
  return { phase: '', reason: '', message: '', neverSynced: why, because };
}

/** The API server has the APIService of somebody else (OLM's ErrAPIServiceOwnerConflict). */
export const NOT_ADOPTED = 'unable to adopt APIService';

/** Messages of stages that a CSV passes, and in which it may stay. */
const STAGE_MESSAGES: Readonly<Partial<Record<Reason, string>>> = {
  InstallSucceeded: SUCCEEDED.message,
  InterOperatorGroupOwnerConflict: 'intersecting operatorgroups provide the same apis',
  CannotModifyStaticOperatorGroupProvidedAPIs: 'static provided api operatorgroup cannot be modified by these apis',
  OwnerConflict: 'conflicting CRD owner in namespace',
  RequirementsUnknown: 'requirements not yet checked',
  RequirementsNotMet: "one or more requirements couldn't be found",
  NeedsReinstall: 'calculated deployment install is bad',
};

/** The verdict on a CSV that stays at a stage. @param otherwise what is known of it besides: its message, where no stage has one */
export function stageVerdict({ phase, reason }: { readonly phase: Phase; readonly reason: Reason }, otherwise: Verdict): Verdict {
  if (phase === 'Succeeded') return SUCCEEDED;
  // For a CSV that owns the APIService of another one, but none of its CRDs.
  const isOfApiService = reason === 'OwnerConflict' && otherwise.reason === 'InstallComponentFailed';
  const message = isOfApiService ? NOT_ADOPTED : STAGE_MESSAGES[reason];
  return { phase, reason, message: message ?? otherwise.message, because: otherwise.because };
}

// Uncopiable: the reasons for which OLM does not copy a CSV into its target namespaces (its uncopiableReasons).

const UNCOPIABLE: ReadonlySet<string> = new Set([
  '',
  'InvalidInstallModes',
  'NoTargetNamespaces',
  'UnsupportedOperatorGroup',
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'InterOperatorGroupOwnerConflict',
  'CannotModifyStaticOperatorGroupProvidedAPIs',
]);

/** Whether OLM leaves a CSV with this reason where it is. @param reason `status.reason` */
export function isUncopiable(reason: string): boolean {
  return UNCOPIABLE.has(reason);
}

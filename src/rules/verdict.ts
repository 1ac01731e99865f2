/** Verdicts: what OLM decides about one CSV, in OLM's own words, and why. */
import type { ObjectReference } from '../model/kubernetes-object.js';

/** `status.phase`; empty when OLM never gives the CSV one. */
export type Phase = '' | 'Pending' | 'InstallReady' | 'Installing' | 'Succeeded' | 'Failed' | 'Replacing';

/** `status.reason`; empty together with the phase. */
export type Reason =
  | ''
  | 'InstallSucceeded'
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
  | 'InstallWaiting'
  | 'BeingReplaced';

/** Why OLM never gives a CSV a phase. */
export type NeverSynced = 'IsCopied' | 'MalformedCrdName' | 'TargetsContainAllNamespaces' | 'ServiceAccountNotFound';

/** What OLM decides about one CSV. */
export interface Verdict {
  readonly phase: Phase;
  readonly reason: Reason;
  /** `status.message`, in OLM's words. */
  readonly message: string;
  /** Set when the phase is empty. */
  readonly neverSynced?: NeverSynced;
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

/** Makes verdicts: OLM's decisions about CSVs, in OLM's own words, and their reasons. */
import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { NeverSynced, Phase, Reason, Verdict } from '../model/verdict.js';

export type { NeverSynced, Phase, Reason, Verdict } from '../model/verdict.js';

/** The verdict on a CSV that runs. */
export const SUCCEEDED: Verdict = {
  phase: 'Succeeded',
  reason: 'InstallSucceeded',
  message: 'install strategy completed with no errors',
  because: [],
};

/** A failed state. None is terminal: it is computed again after each change of the cluster. */
export function failed(reason: Reason, message: string, because: readonly ObjectReference[] = []): Verdict {
  return { phase: 'Failed', reason, message, because };
}

/** The verdict on a CSV that OLM leaves without a phase. */
export function neverSynced(why: NeverSynced, because: readonly ObjectReference[] = []): Verdict {
  return { phase: '', reason: '', message: '', neverSynced: why, because };
}

/** The message if the API server has an APIService of another owner (OLM's ErrAPIServiceOwnerConflict). */
export const NOT_ADOPTED = 'unable to adopt APIService';

/** Messages of stages that a CSV passes or can stay in. */
const STAGE_MESSAGES: Readonly<Partial<Record<Reason, string>>> = {
  InstallSucceeded: SUCCEEDED.message,
  InterOperatorGroupOwnerConflict: 'intersecting operatorgroups provide the same apis',
  CannotModifyStaticOperatorGroupProvidedAPIs: 'static provided api operatorgroup cannot be modified by these apis',
  OwnerConflict: 'conflicting CRD owner in namespace',
  RequirementsUnknown: 'requirements not yet checked',
  RequirementsNotMet: "one or more requirements couldn't be found",
  NeedsReinstall: 'calculated deployment install is bad',
};

/** The verdict on a CSV that stays at a stage. @param otherwise another verdict on the CSV; its message applies if the stage has none */
export function stageVerdict({ phase, reason }: { readonly phase: Phase; readonly reason: Reason }, otherwise: Verdict): Verdict {
  if (phase === 'Succeeded') return SUCCEEDED;
  // Applies to a CSV that owns the APIService of another one, but none of its CRDs.
  const isOfApiService = reason === 'OwnerConflict' && otherwise.reason === 'InstallComponentFailed';
  const message = isOfApiService ? NOT_ADOPTED : STAGE_MESSAGES[reason];
  return { phase, reason, message: message ?? otherwise.message, because: otherwise.because };
}

// Uncopiable: the reasons for which OLM does not copy a CSV to its target namespaces (its uncopiableReasons).

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

/** Whether OLM does not copy a CSV with this reason. @param reason `status.reason` */
export function isUncopiable(reason: string): boolean {
  return UNCOPIABLE.has(reason);
}

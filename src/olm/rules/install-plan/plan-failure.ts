/** A step of an InstallPlan that fails: the type alone. */
import type { ObjectReference } from '../../../base/kubernetes/object.js';

/** The reason why an InstallPlan does not finish. */
export interface PlanFailure {
  /** In OLM's words. */
  readonly message: string;
  readonly fix: string;
  readonly object: ObjectReference;
  /** Whether the cluster may have what is missing: the input does not tell which kinds it serves. */
  readonly isPerhaps?: true;
}

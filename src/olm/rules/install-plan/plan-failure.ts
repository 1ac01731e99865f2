/** A step of an InstallPlan that fails: the type alone. */
import type { ObjectReference } from '../../../base/kubernetes/object.js';
import type { Finding } from '../../model/finding.js';

/** The reason why an InstallPlan does not finish; the message is in OLM's words. */
export interface PlanFailure extends Pick<Finding, 'message' | 'fix'> {
  readonly object: ObjectReference;
  /** Whether the cluster may differ: the input does not tell which kinds it serves, or only a status tells the stored versions. */
  readonly isPerhaps?: true;
  /** Under which condition it does not fail, if it is uncertain. @default the cluster serves what the input does not have */
  readonly unless?: string;
}

/** The type of one permission in a Pod spec. */
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import type { Severity } from '../../../../olm/model/finding.js';

/** One permission. */
export interface Allowance {
  /** Identifies the permission in both states. */
  readonly key: string;
  readonly severity: Severity;
  /** The end of a sentence that starts with the workload. */
  readonly text: string;
  /** The field that allows it. */
  readonly at: FieldPath;
  /** Whether Pods have it by default: reported only if a Pod loses a field that prevented it. */
  readonly isUsual?: boolean;
  /** It is told only of a workload that had less before, as nobody knows what comes of it; a part, only if the whole data is not told. */
  readonly later?: 'whole' | 'part';
  /** The kind and name of the object of the namespace with the data that it gives. */
  readonly from?: string;
  /** The keys of wider permissions: whoever has one of them has this one, too. */
  readonly within?: readonly string[];
  /** Other fields that it covers. */
  readonly with: readonly FieldPath[];
}

/**
 * Makes a permission.
 * @param others further fields that it covers
 */
export function allowance(key: string, severity: Severity, text: string, at: FieldPath, ...others: readonly FieldPath[]): Allowance {
  return { key, severity, text, at, with: others };
}

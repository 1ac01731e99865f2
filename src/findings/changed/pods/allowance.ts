/** What a Pod spec allows, one thing at a time. */
import type { FieldPath } from '../../../manifest/field-path.js';
import type { Severity } from '../../../model/finding.js';

/** One such thing. */
export interface Allowance {
  /** The same in both states for the same thing. */
  readonly key: string;
  readonly severity: Severity;
  /** The end of a sentence that starts with the workload. */
  readonly text: string;
  /** The field that says so. */
  readonly at: FieldPath;
  /** Whether each Pod is allowed it that says nothing else: it is told only of one that said so. */
  readonly isUsual?: boolean;
  /** Other fields that it tells. */
  readonly with: readonly FieldPath[];
}

/** Makes one. @param others further fields that it tells */
export function allowance(key: string, severity: Severity, text: string, at: FieldPath, ...others: readonly FieldPath[]): Allowance {
  return { key, severity, text, at, with: others };
}

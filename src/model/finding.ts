/** Findings: results about good input that a person should know of. */
import type { ObjectReference } from './kubernetes-object.js';

/** From worst to mildest. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every finding, by its stable id. */
export type FindingId =
  | 'no-operator-group'
  | 'too-many-operator-groups'
  | 'unsupported-operator-group'
  | 'no-target-namespaces'
  | 'invalid-install-modes'
  | 'inter-operator-group-owner-conflict'
  | 'cannot-modify-static-provided-apis'
  | 'requirements-not-met'
  | 'invalid-install-strategy'
  | 'invalid-webhook-description'
  | 'waits-for-predecessor'
  | 'owner-conflict'
  | 'install-component-failed'
  | 'being-replaced'
  | 'never-synced'
  | 'ambiguous-outcome'
  | 'unstable-outcome'
  | 'csv-replaced'
  | 'target-namespace-not-found'
  | 'provided-apis-emptied'
  | 'csv-name-too-long'
  | 'operator-group-name-too-long'
  | 'multiple-operator-groups'
  | 'version-unreadable'
  | 'serving-deployment-name-invalid'
  | 'rules-refused'
  | 'cluster-wide-rights-unused'
  | 'api-roles-shared'
  | 'certificate-bindings-shared'
  | 'cluster-role-name-reserved'
  | 'operator-group-name-shared'
  | 'object-name-shared'
  | 'dependency-not-met'
  | 'dependency-not-evaluated'
  | 'cluster-role-name-taken'
  | 'subscription-not-pinned'
  | 'subscription-redundant'
  | 'baseline-expired'
  | 'baseline-unused';

/** One finding. */
export interface Finding {
  readonly id: FindingId;
  readonly severity: Severity;
  /** The object that it is about. */
  readonly subject: ObjectReference;
  /** One sentence: what is the case. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
  /** Other objects that it speaks of. */
  readonly related: readonly ObjectReference[];
  /** Whether it is about a verdict that keeps a CSV from running, or leaves open whether it runs. */
  readonly verdict: boolean;
}

/** Whether a severity is as bad as a threshold, or worse. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);
}

/** The mildest finding that makes a run fail. */
export type FailOn = Severity | 'never';

/** The findings that make a run fail; `allowFailed` accepts those about verdicts. */
export function failing<T extends Finding>(findings: readonly T[], failOn: FailOn, allowFailed: boolean): T[] {
  if (failOn === 'never') return [];
  return findings.filter((finding) => isAtLeast(finding.severity, failOn) && !(allowFailed && finding.verdict));
}

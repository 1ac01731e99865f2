/** What a problem makes unknown: a whole file, or less. */

import { isError, type Problem } from './problem.js';
import type { ProblemCode } from './problem-guide.js';

/** Codes of problems that make a whole file or kustomization unusable: whoever applies it stops, too. */
const OF_WHOLE_FILE: ReadonlySet<ProblemCode> = new Set([
  'FILE_UNREADABLE',
  'FILE_TOO_LARGE',
  'FILE_NOT_TEXT',
  'KUSTOMIZATION_NOT_BUILT',
  'KUSTOMIZATION_INVALID',
  'CHART_NOT_RENDERED',
  'NOT_YAML',
  'DUPLICATE_KEY',
  'MISSING_SEPARATOR',
  'FORBIDDEN_KEY',
  'UNSUPPORTED_YAML',
  'TOO_MANY_ALIASES',
  'NESTED_TOO_DEEPLY',
]);

/** Whether a problem makes a whole file or kustomization unusable. */
export function isOfWholeFile({ code }: { readonly code: ProblemCode }): boolean {
  return OF_WHOLE_FILE.has(code);
}

/** Whether a problem is an error whose subject was left out, while the rest was judged. */
export function isLeftOut(problem: Pick<Problem, 'code' | 'tolerated' | 'isAside'>): boolean {
  return isError(problem) && problem.isAside === true;
}

/**
 * The problems that matter to judging: without missing namespaces, which whoever applies the input gives. They matter only to
 * rendering; a finding reports them in judged input.
 */
export function judgeable<P extends { readonly code: ProblemCode }>(problems: readonly P[]): readonly P[] {
  return problems.filter(({ code }) => code !== 'NAMESPACE_NOT_GIVEN');
}

/** Problems that only an applied CSV can have. */
const OF_APPLIED_CSV: ReadonlySet<ProblemCode> = new Set(['CSV_RESERVED_ANNOTATION', 'CSV_STATUS']);

/** The problems that matter if the CSV itself is not applied: to questions about its permissions, or to an installation without OLM. */
export function withoutAppliedCsv<P extends { readonly code: ProblemCode }>(problems: readonly P[]): readonly P[] {
  return problems.filter(({ code }) => !OF_APPLIED_CSV.has(code));
}

/** A problem in a YAML text, before it has its line and column. */
import type { FieldPath } from './field-path.js';
import type { ProblemCode } from './problem.js';

/** What went wrong at an offset of the text. */
export interface NodeProblem {
  readonly code: ProblemCode;
  readonly offset: number;
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  readonly fix: string;
  /** Where in the document, when it is at a field. */
  readonly at?: FieldPath;
}

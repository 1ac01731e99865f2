/** What a check of a CSV says: something that OLM lives with, and that should not be there. */
import type { FieldPath } from '../../manifest/field-path.js';
import type { ProblemCode } from '../../manifest/problem.js';
import type { ClusterServiceVersion } from '../cluster-service-version.js';

/** One warning about a CSV. */
export interface CsvWarning {
  readonly code: ProblemCode;
  /** The field that it is about. */
  readonly at: FieldPath;
  readonly message: string;
  readonly found: string;
  readonly expected: string;
  readonly fix: string;
}

/** Looks at a CSV that passed its schema; the model holds what was read of it, its `manifest` all that was written. */
export type CsvCheck = (csv: ClusterServiceVersion) => readonly CsvWarning[];

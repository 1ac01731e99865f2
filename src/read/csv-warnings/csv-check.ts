/** A check of a CSV reports something that OLM accepts, but that should not be there. */
import type { FieldPath } from '../../manifest/field-path.js';
import type { ProblemCode } from '../../manifest/problem.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';

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

/** Checks a CSV that passed its schema. The model has the fields that were read, and its `manifest` has everything that was written. */
export type CsvCheck = (csv: ClusterServiceVersion) => readonly CsvWarning[];

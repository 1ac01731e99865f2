/** Warnings about CSVs: the list of checks. None of them stops a run. */
import type { SourceReference, UnlocatedProblem } from '../../manifest/problem.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { annotationNames } from './annotation-names.js';
import type { CsvCheck } from './csv-check.js';
import { duplicateRules } from './duplicate-rules.js';
import { installModeTypes } from './install-mode-types.js';
import { reservedAnnotations } from './reserved-annotations.js';
import { status } from './status.js';
import { unusedAccounts } from './unused-accounts.js';

/** All checks, in the order of the fields of a CSV. */
export const CSV_CHECKS: readonly CsvCheck[] = [
  reservedAnnotations,
  annotationNames,
  installModeTypes,
  duplicateRules,
  unusedAccounts,
  status,
];

/** All warnings about a CSV. */
export function csvWarnings(csv: ClusterServiceVersion, source: SourceReference): UnlocatedProblem[] {
  return CSV_CHECKS.flatMap((check) => check(csv)).map((warning) => ({ ...warning, source }));
}

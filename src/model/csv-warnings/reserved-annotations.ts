/** Annotations by which OLM tells the members of a group; a CSV that is still to be installed must not bring them. */
import { GROUP_ANNOTATIONS, OPERATOR_NAMESPACE_ANNOTATION } from '../cluster-service-version.js';
import { isFromCluster } from '../from-cluster.js';
import type { CsvCheck } from './csv-check.js';

export const reservedAnnotations: CsvCheck = ({ annotations, manifest }) => {
  if (isFromCluster(manifest)) return [];
  return GROUP_ANNOTATIONS.filter((key) => Object.hasOwn(annotations, key)).map((key) => ({
    code: 'CSV_RESERVED_ANNOTATION',
    at: ['metadata', 'annotations', key],
    message: 'OLM writes this annotation itself',
    found: `${key}: ${JSON.stringify(annotations[key])}`,
    expected: 'no such annotation',
    fix:
      key === OPERATOR_NAMESPACE_ANNOTATION
        ? 'remove it; a CSV that names another namespace than its own here counts as a copy, and is never installed'
        : 'remove it; OLM overwrites it with what the OperatorGroup says',
  }));
};

/** Annotations that OLM sets on the members of a group. A CSV that is not installed yet must not contain them. */

import { isFromCluster } from '../../kubernetes/from-cluster.js';
import { GROUP_ANNOTATIONS, OPERATOR_NAMESPACE_ANNOTATION } from '../../model/cluster-service-version.js';
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
        ? 'remove it; OLM treats a CSV that names another namespace here as a copy and never installs it'
        : 'remove it; OLM overwrites it with the value from the OperatorGroup',
  }));
};

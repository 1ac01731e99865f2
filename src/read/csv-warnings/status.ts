/** A status in a desired state: only the cluster sets it, and `kubectl apply` ignores it. */
import { isFromCluster } from '../../kubernetes/from-cluster.js';
import type { CsvCheck } from './csv-check.js';

export const status: CsvCheck = ({ manifest }) => {
  if (isFromCluster(manifest) || isEmpty(manifest.status)) return [];
  return [
    {
      code: 'CSV_STATUS',
      at: ['status'],
      message: 'only OLM writes the status of a CSV',
      found: 'status',
      expected: 'no status',
      fix: 'remove status',
    },
  ];
};

/** Generators write empty fields of the Go type, such as `cleanup: {}`. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

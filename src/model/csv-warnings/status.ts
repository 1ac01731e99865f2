/** A status in what is to be: only a cluster has one, and applying a CSV passes it over. */
import { isFromCluster } from '../from-cluster.js';
import type { CsvCheck } from './csv-check.js';

export const status: CsvCheck = ({ manifest }) => {
  if (isFromCluster(manifest) || isEmpty(manifest.status)) return [];
  return [
    {
      code: 'CSV_STATUS',
      at: ['status'],
      message: 'the status of a CSV is for OLM to write',
      found: 'status',
      expected: 'no status',
      fix: 'remove status',
    },
  ];
};

/** Generators write what a Go type has without a value, such as `cleanup: {}`. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

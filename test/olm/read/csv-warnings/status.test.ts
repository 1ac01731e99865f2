import { describe, expect, it } from 'vitest';
import { clusterServiceVersion } from '../../../../src/olm/model/csv-of-manifest.js';
import { clusterServiceVersionSchema } from '../../../../src/olm/model/schemas.js';
import { status } from '../../../../src/olm/read/csv-warnings.js';
import { type CsvFields, csv } from '../../../support/build.js';

const of = (value: unknown, fields: CsvFields = {}) =>
  status(clusterServiceVersion(clusterServiceVersionSchema.parse({ ...csv('operators/etcd.v1', fields), status: value })));

describe('the status of a CSV', () => {
  it('does not belong in what is to be installed', () => {
    expect(of({ phase: 'Succeeded' })).toEqual([
      {
        code: 'CSV_STATUS',
        at: ['status'],
        message: 'only OLM writes the status of a CSV',
        found: 'status',
        expected: 'no status',
        fix: 'remove status',
      },
    ]);
  });

  it.each([undefined, null, {}, { cleanup: {} }, { conditions: [] }])('may be there without saying anything: %j', (value) => {
    expect(of(value)).toEqual([]);
  });

  it('belongs in a snapshot of a cluster', () => {
    expect(of({ phase: 'Succeeded' }, { created: '2025-01-01T00:00:00Z' })).toEqual([]);
  });
});

/** Runs one check of a CSV. */
import type { CsvCheck, CsvWarning } from '../../src/olm/read/csv-warnings.js';
import { type CsvFields, readCsv } from './build.js';

/** What a check says about a CSV in the namespace `operators`. */
export function warnings(check: CsvCheck, fields: CsvFields): readonly CsvWarning[] {
  return check(readCsv('operators/etcd.v1', fields));
}

/** An install strategy whose Deployments run as these accounts, `name:account`; without one, as `default`. */
export function deployments(...all: readonly string[]): object[] {
  return all.map((text) => {
    const [name, serviceAccountName] = text.split(':');
    return { name, spec: { template: { spec: { ...(serviceAccountName ? { serviceAccountName } : {}) } } } };
  });
}

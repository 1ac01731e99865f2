/** The document that a bundle or CSV of a failure comes from. */
import type { Entry } from './entry.js';
import type { Cause } from './outcome.js';

/** An entry as a cause, still without words. */
export function causeOfEntry({ name, catalog, csv, bundle }: Entry): Omit<Cause, 'says'> {
  if (csv) return { subject: `ClusterServiceVersion ${csv.namespace}/${name}`, ...(csv.source ? { source: csv.source } : {}) };
  return { subject: `bundle ${name} of the catalog ${catalog}`, ...(bundle?.source ? { source: bundle.source } : {}) };
}

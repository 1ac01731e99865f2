/** Findings about what OLM would do, which say nothing of a cluster that has no OLM. */
import type { Finding } from '../../model/finding.js';

const ONLY_WITH_OLM: ReadonlySet<string> = new Set([
  'approval-shared',
  'bundle-kind-refused',
  'certificate-bindings-shared',
  'cluster-wide-rights-unused',
  'csv-without-subscription',
  'namespace-not-resolved',
  'operators-share-namespace',
  'provided-apis-emptied',
  'starting-csv-no-pin',
]);

/** Whether a finding also holds where all operators are installed without OLM. */
export function holdsWithoutOlm({ id }: Finding): boolean {
  return !ONLY_WITH_OLM.has(id);
}

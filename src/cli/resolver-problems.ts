/** Selects the problems that concern OLM's resolution: `lock`, `resolve` and `upgrades` report no others. */
import type { Problem } from '../base/manifest/problem.js';

/** Undeclared namespaces, files without a manifest, and faults of CSVs; only `check` reports them. */
const OF_CHECK = /^(?:NAMESPACE_NOT_FOUND|NOT_A_MANIFEST|UNKNOWN_KIND|CSV_.*)$/;

/** Whether a problem concerns Subscriptions, catalogs or objects that these name. */
export function concernsResolving({ code }: Problem): boolean {
  return !OF_CHECK.test(code);
}

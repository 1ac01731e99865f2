/** Which problems of an input concern what OLM resolves: `lock`, `resolve` and `upgrades` report no other. */
import type { Problem } from '../base/manifest/problem.js';

/** Namespaces that nobody declares, files without a manifest, and how CSVs are written; `check` reports them. */
const OF_CHECK = /^(?:NAMESPACE_NOT_FOUND|NOT_A_MANIFEST|UNKNOWN_KIND|CSV_.*)$/;

/** Whether a problem concerns Subscriptions, catalogs or what they name. */
export function concernsResolving({ code }: Problem): boolean {
  return !OF_CHECK.test(code);
}

/** Catalogs of the vendor, whose images are certified. */
import { MARKETPLACE } from './catalog-source.js';

/** The default CatalogSources with operators certified by Red Hat: every OpenShift cluster has them, so naming one is nothing new. */
const CERTIFIED: ReadonlySet<string> = new Set(['redhat-operators', 'certified-operators', 'redhat-marketplace']);

/**
 * Whether a catalog is a default CatalogSource of OpenShift with operators certified by Red Hat.
 *
 * @example
 * isCertifiedCatalog({ namespace: 'openshift-marketplace', name: 'redhat-operators' }) // true
 */
export function isCertifiedCatalog({ namespace, name }: { readonly namespace: string; readonly name: string }): boolean {
  return namespace === MARKETPLACE && CERTIFIED.has(name);
}

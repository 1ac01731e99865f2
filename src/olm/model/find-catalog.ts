/** Finds a catalog by the names that Subscriptions and CatalogSources have for it. */
import type { Catalog, CatalogBundle, Package } from './catalog.js';
import type { Subscription } from './subscription.js';

/** The name of a catalog in messages and lock entries. */
export function catalogKey({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** The key of the catalog in a Subscription. */
export function catalogAsked({
  catalogSourceNamespace: namespace,
  catalogSource: name,
}: Pick<Subscription, 'catalogSourceNamespace' | 'catalogSource'>): string {
  return catalogKey({ namespace, name });
}

/** The catalog with a key. */
export function catalogAt(catalogs: readonly Catalog[], key: string): Catalog | undefined {
  return catalogs.find((one) => catalogKey(one) === key);
}

/** A package of a catalog. */
export function packageOf(catalog: Catalog | undefined, packageName: string): Package | undefined {
  return catalog?.packages.find(({ name }) => name === packageName);
}

/** The version that a bundle's property `olm.package` states. */
export function statedVersion(bundle: Pick<CatalogBundle, 'properties'> | undefined): string | undefined {
  const stated = bundle?.properties.find(({ type }) => type === 'olm.package')?.value as { version?: unknown } | undefined;
  return (stated?.version ?? undefined) === undefined ? undefined : String(stated?.version);
}

/** Whether a catalog serves OLM v1. */
export function isClusterCatalog({ namespace, name }: Pick<Catalog, 'namespace' | 'name'>): boolean {
  return namespace === '' && name !== '';
}

/** OLM's flag `--namespace` of the catalog operator, as its manifests set it. */
export const GLOBAL_CATALOG_NAMESPACE = 'olm';

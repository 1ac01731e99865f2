/** Names the catalogs that a ClusterExtension can come from. */
import type { ClusterExtension } from './cluster-extension.js';

/** The label with its name that OLM v1 gives each catalog. */
const CATALOG_NAME = 'olm.operatorframework.io/metadata.name';

/** The catalogs that an extension can come from: their name or selector. */
export function extensionSource({ selector }: Pick<ClusterExtension, 'selector'>): string {
  const { matchLabels, matchExpressions = [] } = selector ?? {};
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) =>
    key === CATALOG_NAME ? String(value) : `${key}=${String(value)}`,
  );
  const texts = [...labels, ...(matchExpressions ?? []).map(({ key }) => `a catalog selected by ${key}`)];
  return texts.length === 0 ? 'any catalog' : texts.join(',');
}

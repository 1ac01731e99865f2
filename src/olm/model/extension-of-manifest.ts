/** A manifest → the ClusterExtension that the rules read. */
import { isStored, type KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { ClusterExtension, ClusterExtensionManifest } from './cluster-extension.js';

/** Reads a checked manifest; its bundle is not chosen yet. */
export function clusterExtension(manifest: ClusterExtensionManifest, source: SourceReference): ClusterExtension {
  const { metadata, spec, status } = manifest;
  const { packageName = '', version, channels, selector, upgradeConstraintPolicy } = spec.source.catalog ?? {};
  const installed = status?.install?.bundle;
  const object = manifest as unknown as KubernetesObject;
  return {
    name: metadata.name,
    namespace: spec.namespace,
    ...(spec.serviceAccount?.name ? { serviceAccount: spec.serviceAccount.name } : {}),
    packageName,
    version: version || undefined,
    channels: channels ?? [],
    ...(selector ? { selector } : {}),
    ...(upgradeConstraintPolicy === 'SelfCertified' ? { isSelfCertified: true as const } : {}),
    // The API server drops a status that somebody applies.
    ...(installed && isStored(object) ? { installed: { name: installed.name, version: installed.version } } : {}),
    inline: spec.config?.inline ?? undefined,
    manifest: object,
    problems: [],
    source,
  };
}

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

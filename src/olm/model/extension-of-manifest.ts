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

/** A manifest → the OperatorGroup that the rules read. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import { type OperatorGroup, type OperatorGroupManifest, PROVIDED_APIS_ANNOTATION } from './operator-group.js';

/** Reads a checked manifest. */
export function operatorGroup(manifest: OperatorGroupManifest, source?: SourceReference): OperatorGroup {
  const { metadata, spec } = manifest;
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    targetNamespaces: spec?.targetNamespaces ?? [],
    selector: spec?.selector ?? undefined,
    staticProvidedAPIs: spec?.staticProvidedAPIs ?? false,
    providedAPIs: metadata.annotations?.[PROVIDED_APIS_ANNOTATION],
    serviceAccountName: spec?.serviceAccountName || undefined,
    upgradeStrategy: spec?.upgradeStrategy || undefined,
    creationTimestamp: metadata.creationTimestamp || undefined,
    manifest: manifest as unknown as KubernetesObject,
    source,
  };
}

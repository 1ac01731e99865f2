/**
 * The Namespaces of the input as applied: without them, the first apply to an empty cluster fails. Namespaces of a snapshot exist
 * already; applying them would also allow pruning them, with their whole content.
 */

import { isFromCluster, type KubernetesObject, referenceTo } from '../../base/kubernetes/object.js';
import { NAMESPACES_OF_KUBERNETES } from '../model/operator-group.js';
import type { Generator } from './context.js';
import { ownMetadata } from './metadata.js';

export const namespaces: Generator = ({ cluster }) =>
  namespaceObjects(cluster.namespaces.flatMap(({ manifest }) => manifest ?? [])).map((object) => ({ object, owner: referenceTo(object) }));

/**
 * The Namespaces to render, without the fields that only a cluster writes.
 *
 * @param manifests Namespaces of the input
 */
export function namespaceObjects(manifests: readonly KubernetesObject[]): KubernetesObject[] {
  return manifests
    .filter(
      (manifest) => manifest.kind === 'Namespace' && !NAMESPACES_OF_KUBERNETES.has(manifest.metadata.name) && !isFromCluster(manifest),
    )
    .map(({ metadata, status: _, spec: __, ...rest }) => ({ ...rest, metadata: ownMetadata(metadata, metadata.annotations ?? {}) }));
}

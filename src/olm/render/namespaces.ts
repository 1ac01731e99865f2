/**
 * The Namespaces that the input declares, as they are applied: without them, the first apply to an empty cluster fails. Those of a
 * snapshot are there already, and who applied them would also prune them, with everything in them.
 */

import { isFromCluster, type KubernetesObject, referenceTo } from '../../base/kubernetes/object.js';
import { NAMESPACES_OF_KUBERNETES } from '../model/operator-group.js';
import type { Generator } from './context.js';
import { ownMetadata } from './metadata.js';

export const namespaces: Generator = ({ cluster }) =>
  namespaceObjects(cluster.namespaces.flatMap(({ manifest }) => manifest ?? [])).map((object) => ({ object, owner: referenceTo(object) }));

/**
 * The Namespaces to render, without what only a cluster writes.
 *
 * @param manifests Namespaces as they are in the input
 */
export function namespaceObjects(manifests: readonly KubernetesObject[]): KubernetesObject[] {
  return manifests
    .filter(
      (manifest) => manifest.kind === 'Namespace' && !NAMESPACES_OF_KUBERNETES.has(manifest.metadata.name) && !isFromCluster(manifest),
    )
    .map(({ metadata, status: _, spec: __, ...rest }) => ({ ...rest, metadata: ownMetadata(metadata, metadata.annotations ?? {}) }));
}

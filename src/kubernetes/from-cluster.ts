/** Objects that were read from a cluster, not written for one. */
import type { KubernetesObject } from './object.js';

/** Fields that an object has once the API server has stored it. */
const STORED = ['creationTimestamp', 'resourceVersion', 'uid'];

/** Whether the API server has stored this object: true in a snapshot of a cluster, false in a repository. */
export function isFromCluster({ metadata }: Pick<KubernetesObject, 'metadata'>): boolean {
  return STORED.some((field) => metadata[field] !== undefined && metadata[field] !== null);
}

/** The same for manifests that may give a creation time, for the order: the rest only a cluster gives. */
export function isStored({ metadata }: Pick<KubernetesObject, 'metadata'>): boolean {
  return metadata.uid !== undefined || metadata.resourceVersion !== undefined;
}

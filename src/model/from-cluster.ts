/** Objects that were read from a cluster, rather than written for one. */
import type { KubernetesObject } from './kubernetes-object.js';

/** Fields that an object has once the API server has stored it. */
const STORED = ['creationTimestamp', 'resourceVersion', 'uid'];

/** Whether the API server has stored this object: a snapshot of a cluster holds such, a repository does not. */
export function isFromCluster({ metadata }: Pick<KubernetesObject, 'metadata'>): boolean {
  return STORED.some((field) => metadata[field] !== undefined && metadata[field] !== null);
}

/** The size of an object as the API server stores it. */
import type { KubernetesObject } from './object.js';

/** What etcd takes in one request (the default of its `--max-request-bytes`). */
export const MAX_STORED_BYTES = 1536 * 1024;

/** The size of an object that is stored as JSON; 0 for others, which are stored in a smaller form. A status is not created. */
export function storedBytes({ status: _, ...object }: KubernetesObject): number {
  if (object.kind !== 'CustomResourceDefinition' && object.kind !== 'ClusterServiceVersion') return 0;
  return JSON.stringify(object, (_, value) => (typeof value === 'bigint' ? Number(value) : value)).length;
}

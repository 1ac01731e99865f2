/** The size of an object as the API server stores it. */
import type { KubernetesObject } from './object.js';

/** What etcd takes in one request (the default of its `--max-request-bytes`). */
export const MAX_STORED_BYTES = 1536 * 1024;

/** The size of an object as JSON, which is at most that of what is stored. */
export function storedBytes(object: KubernetesObject): number {
  return JSON.stringify(object, (_, value) => (typeof value === 'bigint' ? Number(value) : value)).length;
}

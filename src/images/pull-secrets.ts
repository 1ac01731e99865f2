/** Pull secrets on ServiceAccounts: OLM gives operators none, so administrators patch the accounts. The Secrets themselves are never rendered. */

import type { KubernetesObject } from '../kubernetes/object.js';
import { isMapping } from '../manifest/plain-data.js';

/** A ServiceAccount that also pulls with these Secrets of its namespace; any other object as it is. */
export function withPullSecrets(object: KubernetesObject, secrets: readonly string[]): KubernetesObject {
  if (object.kind !== 'ServiceAccount' || secrets.length === 0) return object;
  const own = (Array.isArray(object.imagePullSecrets) ? object.imagePullSecrets : []) as unknown[];
  const known = new Set(own.filter(isMapping).map(({ name }) => name));
  return { ...object, imagePullSecrets: [...own, ...[...new Set(secrets)].filter((name) => !known.has(name)).map((name) => ({ name }))] };
}

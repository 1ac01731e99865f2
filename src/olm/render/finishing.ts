/** The last changes to rendered objects, each optional: images of a mirror, marks for Argo CD, and no `status`. */

import type { ObjectOrCopies } from '../../base/kubernetes/copies.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { type RegistryRewrite, rewriteImages } from '../images/pods.js';
import { forArgoCd } from './install/argocd.js';

/** The last changes to rendered objects. */
export interface Finishing {
  /** Registries to replace in the names of images. @default none */
  readonly imageRegistries?: RegistryRewrite[];
  /** Names of Secrets with which every ServiceAccount pulls images. The Secrets are not rendered. @default none */
  readonly pullSecrets?: string[];
  /** Whether sync waves and sync options are written. @default false */
  readonly argocd?: boolean;
}

/** The same for the command, which can also drop the status: the API server ignores it. */
type Asked = { readonly [Setting in keyof Finishing]?: Readonly<Finishing[Setting]> } & { readonly status?: boolean };

/** The objects with these changes. */
export function finished<T extends ObjectOrCopies>(
  items: readonly T[],
  { imageRegistries = [], pullSecrets = [], status = true, argocd }: Asked,
): T[] {
  return items.map((item) => {
    const own = status ? item.object : withoutStatus(item.object);
    const object = withPullSecrets(rewriteImages(own, imageRegistries), pullSecrets);
    return { ...item, object: argocd ? forArgoCd(object) : object };
  });
}

function withoutStatus({ status: _, ...object }: KubernetesObject): KubernetesObject {
  return object as KubernetesObject;
}

// Pull secrets on ServiceAccounts: OLM adds none, so administrators patch the accounts. The Secrets themselves are never
// rendered.

/** A ServiceAccount that also pulls with these Secrets of its namespace; any other object unchanged. */
export function withPullSecrets(object: KubernetesObject, secrets: readonly string[]): KubernetesObject {
  if (object.kind !== 'ServiceAccount' || secrets.length === 0) return object;
  const own = (Array.isArray(object.imagePullSecrets) ? object.imagePullSecrets : []) as unknown[];
  const known = new Set(own.filter(isMapping).map(({ name }) => name));
  return { ...object, imagePullSecrets: [...own, ...[...new Set(secrets)].filter((name) => !known.has(name)).map((name) => ({ name }))] };
}

/** Images from another registry, as clusters without internet need them: in containers and RELATED_IMAGE_* variables, which kustomize does not reach. */
import { imageReference } from '../kubernetes/image-reference.js';
import type { KubernetesObject } from '../kubernetes/object.js';
import { withImages } from './pods.js';

/** Images below `from` are taken from `to`. */
export interface RegistryRewrite {
  /** A registry, or a registry and the beginning of a repository: `quay.io/example`. */
  readonly from: string;
  readonly to: string;
}

/**
 * Reads `FROM=TO`.
 *
 * @returns nothing where one side is missing
 * @example
 * registryRewrite('quay.io=mirror.example.com/quay') // { from: 'quay.io', to: 'mirror.example.com/quay' }
 */
export function registryRewrite(option: string): RegistryRewrite | undefined {
  const [from = '', to = '', ...more] = option.split('=').map((side) => side.trim().replace(/\/+$/, ''));
  return from === '' || to === '' || more.length > 0 ? undefined : { from, to };
}

/** The object with its images taken from elsewhere; the longest `from` that fits decides. */
export function rewriteImages(object: KubernetesObject, rewrites: readonly RegistryRewrite[]): KubernetesObject {
  const byLength = rewrites.toSorted((a, b) => b.from.length - a.from.length);
  return withImages(object, (image) => rewritten(image, byLength));
}

function rewritten(image: string, rewrites: readonly RegistryRewrite[]): string {
  const reference = imageReference(image);
  if (!reference) return image;
  const { registry, repository, tag, digest } = reference;
  const path = `${registry}/${repository}`;
  const rewrite = rewrites.find(({ from }) => path === from || path.startsWith(`${from}/`));
  if (!rewrite) return image;
  return `${rewrite.to}${path.slice(rewrite.from.length)}${tag ? `:${tag}` : ''}${digest ? `@${digest}` : ''}`;
}

/** Names of images: their repository and owner. */
import { type ImageReference, imageReference } from './image-reference.js';

/**
 * The readable parts of a reference whose version is still a variable.
 *
 * @example
 * readableReference('quay.io/acme/etcd:v{kube_minor_version}') // { registry: 'quay.io', repository: 'acme/etcd' }
 */
export function readableReference(text: string): ImageReference | undefined {
  return imageReference(text) ?? imageReference(text.replace(/@.*$/s, '').replace(/:[^/]*$/, ''));
}

/** Registry and repository of an image, whatever its version; any other text is returned unchanged. */
export function repositoryOf(image: string): string {
  const reference = readableReference(image);
  return reference ? `${reference.registry}/${reference.repository}` : image;
}

/**
 * The account that can push an image: its registry and owner; any other text is returned unchanged.
 *
 * @example
 * ownerOf('quay.io/acme/etcd:v1') // 'quay.io/acme'
 */
export function ownerOf(image: string): string {
  const { registry, repository } = readableReference(image) ?? {};
  if (registry === undefined || repository === undefined) return image;
  const slash = repository.indexOf('/');
  return slash === -1 ? registry : `${registry}/${repository.slice(0, slash)}`;
}

/** The reference in full, as mirroring tools require it. */
export function formatImage({ registry, repository, tag, digest }: ImageReference): string {
  const version = digest ? `@${digest}` : `:${tag ?? 'latest'}`;
  return `${registry}/${repository}${version}`;
}

/** Lists of images for the tools that mirror them. Images that are no references are left out: no tool could copy them. */
import { formatImage, type ImageReference } from '../kubernetes/image-reference.js';
import { compareText } from '../kubernetes/object.js';
import type { ListedImage } from './list.js';

function references(images: readonly ListedImage[]): ImageReference[] {
  return images.flatMap(({ reference }) => (reference ? [reference] : []));
}

/** For `oc mirror --v2`: an ImageSetConfiguration. */
export function ocMirrorConfiguration(images: readonly ListedImage[]): Record<string, unknown> {
  const names = [...new Set(references(images).map(formatImage))].sort(compareText);
  return {
    apiVersion: 'mirror.openshift.io/v2alpha1',
    kind: 'ImageSetConfiguration',
    mirror: { additionalImages: names.map((name) => ({ name })) },
  };
}

/** For `skopeo sync --src yaml`: registries, their repositories, and the tags and digests of each. */
export function skopeoSync(images: readonly ListedImage[]): Record<string, { images: Record<string, string[]> }> {
  const registries = new Map<string, Map<string, string[]>>();
  const sorted = references(images).toSorted((a, b) => compareText(formatImage(a), formatImage(b)));
  for (const { registry, repository, tag = 'latest', digest } of sorted) {
    const repositories = registries.get(registry) ?? new Map<string, string[]>();
    registries.set(registry, repositories);
    repositories.set(repository, [...new Set([...(repositories.get(repository) ?? []), digest ?? tag])]);
  }
  return Object.fromEntries([...registries].map(([registry, repositories]) => [registry, { images: Object.fromEntries(repositories) }]));
}

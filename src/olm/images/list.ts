/** Lists the images of a rendering with their users, in the formats of mirroring tools. */

import { formatImage } from '../../base/kubernetes/image-owner.js';
import { type ImageReference, imageReference } from '../../base/kubernetes/image-reference.js';
import { compareText, formatReference, type KubernetesObject, referenceTo, sortedOnce } from '../../base/kubernetes/object.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { type Finding, rule } from '../model/finding.js';
import { installFinding } from '../model/install-finding.js';
import { withImages } from './pods.js';

/** One image, once. */
export interface ListedImage {
  /** The image as written. */
  readonly image: string;
  /** The parsed reference; absent if the text is no image reference. */
  readonly reference?: ImageReference;
  /** Whether the content is fixed; the target of a tag can change. */
  readonly isByDigest: boolean;
  /** The users of the image: objects with their containers and variables, and CSVs with their relatedImages. */
  readonly namedBy: readonly string[];
}

/** The images of objects and CSVs, in byte order. */
export function listImages(objects: readonly KubernetesObject[]): ListedImage[] {
  const namedBy = new Map<string, Set<string>>();
  for (const object of objects) {
    for (const { image, at } of imagesOf(object))
      namedBy.set(image, (namedBy.get(image) ?? new Set()).add(`${formatReference(referenceTo(object))}: ${at}`));
  }
  return [...namedBy].sort(([a], [b]) => compareText(a, b)).map(([image, by]) => listed(image, [...by]));
}

function listed(image: string, namedBy: readonly string[]): ListedImage {
  const reference = imageReference(image);
  return { image, ...(reference ? { reference } : {}), isByDigest: reference?.digest !== undefined, namedBy };
}

interface NamedImage {
  readonly image: string;
  /** Such as the container, or the container and its variable. */
  readonly at: string;
}

function imagesOf(object: KubernetesObject): readonly NamedImage[] {
  return object.kind === 'ClusterServiceVersion' ? csvImages(object) : podImages(object);
}

/** The images of an object that makes Pods; empty for any other. */
export function podImages(object: KubernetesObject): NamedImage[] {
  const found: NamedImage[] = [];
  withImages(object, (image, at) => {
    found.push({ image, at });
    return image;
  });
  return found;
}

const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' };

/** The images of a CSV: of its Deployments, which are no objects yet, and of its relatedImages. */
function csvImages({ spec }: KubernetesObject): NamedImage[] {
  const { install, relatedImages } = (spec ?? {}) as { install?: { spec?: { deployments?: unknown } }; relatedImages?: unknown };
  const deployments = listOf(install?.spec?.deployments).flatMap(({ name, spec: deployment }) =>
    podImages({ ...DEPLOYMENT, metadata: { name: String(name) }, spec: deployment }).map(({ image, at }) => ({
      image,
      at: `${String(name)}, ${at}`,
    })),
  );
  const related = listOf(relatedImages).flatMap(({ name, image }) =>
    typeof image === 'string' && image !== '' ? [{ image, at: `relatedImages, ${String(name)}` }] : [],
  );
  return [...deployments, ...related];
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

/** Container images of a CSV that its relatedImages lack; empty if it has none. Mirroring by digest copies only listed images. */
export function unlistedImages(csv: KubernetesObject): string[] {
  const images = csvImages(csv);
  const related = new Set(images.filter(({ at }) => at.startsWith('relatedImages, ')).map(({ image }) => image));
  if (related.size === 0) return [];
  return [...new Set(images.map(({ image }) => image))].filter((image) => !related.has(image)).sort(compareText);
}

export const imageByTag = rule('image-by-tag', 'info', 'An image is named by its tag', {
  meaning: 'The image behind a tag can change without a change in Git.',
  fix: "Ask the bundle's author to use the digest.",
});

export const imageNotListed = rule('image-not-listed', 'info', 'An image is not among the relatedImages of its CSV', {
  meaning: 'A mirror that is made from relatedImages lacks the image.',
  fix: 'Mirror this image, too: `cdk8s-olm images` lists all images.',
});

/** @param csv the CSV with its namespace */
export function imageFindings(csv: KubernetesObject): Finding[] {
  const subject = referenceTo(csv);
  const byTag = listImages([csv]).filter(({ isByDigest }) => !isByDigest);
  const unlisted = unlistedImages(csv);
  return [
    ...byTag.map(({ image, namedBy }) =>
      installFinding(
        imageByTag,
        'info',
        subject,
        `the image ${image} is named by its tag (${namedBy.length} ${namedBy.length === 1 ? 'place' : 'places'}): its content can change without a change in Git`,
        'ask the author of the bundle to name it by its digest',
      ),
    ),
    ...unlisted.map((image) =>
      installFinding(
        imageNotListed,
        'info',
        subject,
        `the image ${image} is not among the relatedImages of the CSV, so a mirror made from them lacks it`,
        'mirror it too: the command images lists all',
      ),
    ),
  ];
}

/** The references among images, for mirroring tools. Other texts are left out: no tool could copy them. */
function references(images: readonly ListedImage[]): ImageReference[] {
  return images.flatMap(({ reference }) => (reference ? [reference] : []));
}

/** An ImageSetConfiguration for `oc mirror --v2`. */
export function ocMirrorConfiguration(images: readonly ListedImage[]): Record<string, unknown> {
  const names = sortedOnce(references(images).map(formatImage));
  return {
    apiVersion: 'mirror.openshift.io/v2alpha1',
    kind: 'ImageSetConfiguration',
    mirror: { additionalImages: names.map((name) => ({ name })) },
  };
}

/** The registries, their repositories and the tags and digests of each, for `skopeo sync --src yaml`. */
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

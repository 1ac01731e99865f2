/** An image: its digest, its labels, and its layers. */

import { MAX_CONFIG_BYTES } from '../http/limits.js';
import { unsupported } from '../problems.js';
import type { Digest } from '../reference.js';
import {
  choosePlatform,
  type Descriptor,
  type ImageManifest,
  type IndexEntry,
  imagesOf,
  type Platform,
  parseConfig,
  parseManifest,
  platformText,
} from './manifest.js';

/** The place of an image: a registry, a layout, or an archive. */
export interface ImageStore {
  /** The current content of the reference: a manifest or an index. */
  top(): Promise<{ readonly digest: Digest; readonly bytes: Uint8Array }>;
  /** The bytes of small content, verified. @param limit the limit in bytes */
  small(descriptor: Descriptor, kind: 'manifests' | 'blobs', limit: number): Promise<Uint8Array>;
  /** The file of content, verified. */
  blob(descriptor: Descriptor): Promise<string>;
}

/** One image, for one platform. */
export interface Image {
  /** The reference in the request, for messages. */
  readonly name: string;
  /** The digest of the reference: of an index, or of this image's manifest. */
  readonly digest: Digest;
  readonly labels: Readonly<Record<string, string>>;
  /** The working folder of its program, from the root, without slashes at its ends. */
  readonly workingFolder: string;
  /** The layers, the lowest first. */
  readonly layers: readonly Layer[];
  /** The other images of the same index. */
  readonly others: readonly OtherImage[];
}

/** An image of the same index. */
export interface OtherImage {
  /** The platform, such as `linux/arm64`. */
  readonly platform: string;
  readonly digest: Digest;
  /** @throws ProblemError */
  open(): Promise<Image>;
}

/** Files that an image adds, changes and removes. */
export interface Layer {
  /** The size as sent, in bytes. */
  readonly size: number;
  /** The digest of the unpacked content. */
  readonly unpacked: Digest;
  /** The verified archive. The call downloads it. */
  file(): Promise<string>;
}

/** The limit for images in an index. */
const MAX_IMAGES = 64;

/**
 * The image of a store's reference.
 *
 * @throws ProblemError
 */
export async function openImage(store: ImageStore, name: string, platform: Platform): Promise<Image> {
  const { digest, bytes } = await store.top();
  const top = parseManifest(bytes, name);
  if ('manifest' in top) return imageOf(store, name, digest, top.manifest, []);
  if (top.index.length > MAX_IMAGES)
    throw unsupported(
      name,
      'the index has too many images',
      `${top.index.length}`,
      `at most ${MAX_IMAGES}`,
      'Name one of them by its digest.',
    );
  const chosen = choosePlatform(top.index, platform, name);
  const manifestOf = async (entry: IndexEntry): Promise<ImageManifest> => {
    const below = parseManifest(await store.small(entry, 'manifests', MAX_CONFIG_BYTES), name);
    if ('manifest' in below) return below.manifest;
    throw unsupported(name, 'the index names another index for a platform', 'an index in an index', 'an image', 'Name the inner index.');
  };
  const others = imagesOf(top.index)
    .filter((entry) => entry.digest !== chosen.digest)
    .map((entry) => ({
      platform: platformText(entry.platform),
      digest: entry.digest,
      open: async () => imageOf(store, name, entry.digest, await manifestOf(entry), []),
    }));
  return imageOf(store, name, digest, await manifestOf(chosen), others);
}

async function imageOf(
  store: ImageStore,
  name: string,
  digest: Digest,
  { config, layers }: ImageManifest,
  others: readonly OtherImage[],
): Promise<Image> {
  const { labels, diffIds, workingFolder } = parseConfig(await store.small(config, 'blobs', MAX_CONFIG_BYTES), name);
  if (diffIds.length !== layers.length)
    throw unsupported(
      name,
      'the configuration of the image is of other layers',
      `${diffIds.length} digests for ${layers.length} layers`,
      'the digest of each layer as it is unpacked',
      'Push the image with a current tool.',
    );
  return {
    name,
    digest,
    labels,
    workingFolder,
    layers: layers.map((layer, index) => ({ size: layer.size, unpacked: diffIds[index] as Digest, file: () => store.blob(layer) })),
    others,
  };
}

/** An image: what its reference names, its labels, and its layers. */
import type { Digest } from '../digest.js';
import { MAX_CONFIG_BYTES } from '../http/limits.js';
import { unsupported } from '../problems.js';
import { choosePlatform, type Descriptor, type ImageManifest, type Platform, parseConfig, parseManifest } from './manifest.js';

/** Where an image is: a registry, a layout, or an archive. */
export interface ImageStore {
  /** What the reference names now: a manifest or an index. */
  top(): Promise<{ readonly digest: Digest; readonly bytes: Uint8Array }>;
  /** The bytes of small content, verified. @param limit in bytes */
  small(descriptor: Descriptor, kind: 'manifests' | 'blobs', limit: number): Promise<Uint8Array>;
  /** The file of content, verified. */
  blob(descriptor: Descriptor): Promise<string>;
}

/** One image, for one platform. */
export interface Image {
  /** The reference that it was asked by, for messages. */
  readonly name: string;
  /** What the reference names: an index, or this image's manifest. */
  readonly digest: Digest;
  readonly labels: Readonly<Record<string, string>>;
  /** The lowest first. */
  readonly layers: readonly Layer[];
}

/** Files that an image adds, changes and removes. */
export interface Layer {
  /** In bytes, as it is sent. */
  readonly size: number;
  /** The archive, verified. It is downloaded when this is called. */
  file(): Promise<string>;
}

/**
 * The image that a store's reference names.
 *
 * @throws ProblemError
 */
export async function openImage(store: ImageStore, name: string, platform: Platform): Promise<Image> {
  const { digest, bytes } = await store.top();
  const manifest = await manifestOf(store, bytes, name, platform);
  const { labels } = parseConfig(await store.small(manifest.config, 'blobs', MAX_CONFIG_BYTES), name);
  return { name, digest, labels, layers: manifest.layers.map((layer) => ({ size: layer.size, file: () => store.blob(layer) })) };
}

async function manifestOf(store: ImageStore, bytes: Uint8Array, name: string, platform: Platform): Promise<ImageManifest> {
  const top = parseManifest(bytes, name);
  if ('manifest' in top) return top.manifest;
  const entry = choosePlatform(top.index, platform, name);
  const below = parseManifest(await store.small(entry, 'manifests', MAX_CONFIG_BYTES), name);
  if ('manifest' in below) return below.manifest;
  throw unsupported(name, 'the index names another index for this platform', 'an index in an index', 'an image', 'Name the inner index.');
}

/** An image in a registry: content comes from the cache, or else from the mirrors and the registry, and is verified. */

import { type FileHandle, readFile } from 'node:fs/promises';
import { type Blobs, usable, writeAt } from '../cache/blobs.js';
import { type Client, MANIFEST_TYPES, type Wanted } from '../http/client.js';
import { MAX_LAYER_BYTES, MAX_MANIFEST_BYTES, readAll, Transient } from '../http/limits.js';
import type { Answer } from '../http/transport.js';
import { type MirrorRule, type Place, placesOf } from '../mirrors/mirror.js';
import { failure, problemOf, tooLarge, wrongDigest } from '../problems.js';
import { type Digest, digesting, digestOf, formatReference, isDigest, type RegistryReference } from '../reference.js';
import type { ImageStore } from './image.js';
import type { Descriptor } from './manifest.js';

/** The progress of a download. */
export interface Download {
  readonly image: string;
  readonly digest: Digest;
  /** The number of bytes. */
  readonly received: number;
  readonly size: number;
}

/** The options of a store. */
export interface RegistryStoreOptions {
  readonly client: Client;
  readonly blobs: Blobs;
  readonly mirrors: readonly MirrorRule[];
  readonly offline: boolean;
  readonly onProgress?: (download: Download) => void;
  /** Downloads of this run, by digest. */
  readonly downloads: Map<Digest, Promise<string>>;
}

/** The store of an image in a registry. */
export function registryStore(
  reference: RegistryReference,
  { client, blobs, mirrors, offline, onProgress, downloads }: RegistryStoreOptions,
): ImageStore {
  const image = formatReference(reference);

  async function top(): Promise<{ digest: Digest; bytes: Uint8Array }> {
    const { digest } = reference;
    if (digest) return { digest, bytes: await manifest(digest) };
    const bytes = await anywhere(placesOf(reference, mirrors), (place) => getManifest(place, reference.tag ?? 'latest'));
    const named = digestOf(bytes);
    await blobs.keep(named, (file) => file.writeFile(bytes));
    return { digest: named, bytes };
  }

  async function manifest(digest: Digest): Promise<Uint8Array> {
    const known = await blobs.find(digest);
    if (known) return readFile(known);
    const bytes = await anywhere(placesOf({ ...reference, digest }, mirrors), (place) => getManifest(place, digest));
    await blobs.keep(digest, (file) => file.writeFile(bytes));
    return bytes;
  }

  function getManifest(place: Place, name: string): Promise<Uint8Array> {
    const wanted: Wanted = { image, place, path: `manifests/${name}`, accept: MANIFEST_TYPES.join(', ') };
    return client.get(
      () => wanted,
      async ({ body, headers }) => {
        const bytes = await readAll(body, MAX_MANIFEST_BYTES);
        if (!bytes) throw tooLarge(image, 'the manifest', MAX_MANIFEST_BYTES);
        const said = headers['docker-content-digest'];
        const expected = isDigest(name) ? name : typeof said === 'string' && isDigest(said) ? said : undefined;
        const found = digestOf(bytes, expected);
        if (expected && found !== expected) throw wrongDigest(image, `the manifest from ${place.registry}`, found, expected);
        return bytes;
      },
    );
  }

  async function small(descriptor: Descriptor, kind: 'manifests' | 'blobs', limit: number): Promise<Uint8Array> {
    if (descriptor.size > limit) throw tooLarge(image, 'the description of the image', limit);
    return kind === 'manifests' ? manifest(descriptor.digest) : readFile(await blob(descriptor));
  }

  async function blob(descriptor: Descriptor): Promise<string> {
    if (descriptor.size > MAX_LAYER_BYTES) throw tooLarge(image, 'a layer', MAX_LAYER_BYTES);
    const { digest } = descriptor;
    const known = downloads.get(digest) ?? blobs.find(digest).then((found) => found ?? download(descriptor));
    downloads.set(digest, known);
    // The next request tries again.
    known.catch(() => downloads.delete(digest));
    return known;
  }

  function download(descriptor: Descriptor): Promise<string> {
    const { digest } = descriptor;
    return anywhere(placesOf({ ...reference, digest }, mirrors), (place) =>
      blobs.keep(digest, (file) => downloadInto(file, place, descriptor)),
    );
  }

  /** Writes the content of a blob. Continues an interrupted download. */
  async function downloadInto(file: FileHandle, place: Place, { digest, size }: Descriptor): Promise<void> {
    let hash = digesting(digest);
    let received = 0;
    const restart = async (): Promise<void> => {
      await usable(image, () => file.truncate(0));
      [hash, received] = [digesting(digest), 0];
    };
    const read = async ({ status, headers, body }: Answer): Promise<void> => {
      if (received > 0 && !(status === 206 && new RegExp(`^bytes ${received}-`).test(headers['content-range'] ?? ''))) await restart();
      for await (const part of body as AsyncIterable<Buffer>) {
        if (received + part.length > size) throw wrongDigest(image, `what ${place.registry} sends`, `more than ${size} bytes`, digest);
        hash.update(part);
        await usable(image, () => writeAt(file, part, received));
        received += part.length;
        onProgress?.({ image, digest, received, size });
      }
      if (received < size) throw new Transient(wrongDigest(image, `what ${place.registry} sends`, `${received} of ${size} bytes`, digest));
    };
    await client.get(() => ({ image, place, path: `blobs/${digest}`, from: received, size }), read);
    const found = hash.digest();
    if (found !== digest) throw wrongDigest(image, `what ${place.registry} sends`, found, digest);
  }

  /** The result of the first place with the content. */
  async function anywhere<T>(places: readonly Place[], get: (place: Place) => Promise<T>): Promise<T> {
    if (offline) throw notCached(image);
    const failed: { readonly place: Place; readonly error: unknown }[] = [];
    for (const place of places) {
      try {
        return await get(place);
      } catch (error) {
        // Errors of the disk, and a cancelled run, are the same for every place.
        const code = problemOf(error)?.code;
        if (code === undefined || code === 'CACHE_UNUSABLE' || code === 'CREDENTIALS_UNUSABLE') throw error;
        failed.push({ place, error });
      }
    }
    const last = failed.at(-1);
    const problem = problemOf(last?.error);
    if (!last || !problem) throw noPlace(image);
    if (failed.length === 1) throw last.error;
    const earlier = failed.slice(0, -1).map(({ place, error }) => `${place.registry}/${place.repository}: ${problemOf(error)?.message}`);
    throw failure(
      { ...problem, found: `${problem.found ?? problem.message}; before that, of the mirrors: ${earlier.join('; ')}` },
      last.error,
    );
  }

  return { top, small, blob };
}

function notCached(image: string): Error {
  return failure({
    code: 'IMAGE_NOT_CACHED',
    message: 'the content is not in the cache, and the run is offline',
    file: image,
    expected: 'an image by digest whose content was downloaded before',
    fix: 'Run once without --offline. A tag can change: offline, an image is found only by its digest.',
  });
}

function noPlace(image: string): Error {
  return failure({
    code: 'MIRRORS_UNUSABLE',
    message: 'the configuration of mirrors leaves no place to pull from',
    file: image,
    expected: 'a mirror for this image, or a source that may be asked',
    fix: 'Correct the mirrors: NeverContactSource and `blocked` need a mirror, and mirrors for digests are not asked for tags.',
  });
}

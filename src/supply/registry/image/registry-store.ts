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
export class RegistryStore implements ImageStore {
  /** The reference as text, for messages. */
  private readonly image: string;

  constructor(
    private readonly reference: RegistryReference,
    private readonly options: RegistryStoreOptions,
  ) {
    this.image = formatReference(reference);
  }

  async top(): Promise<{ digest: Digest; bytes: Uint8Array }> {
    const { digest } = this.reference;
    if (digest) return { digest, bytes: await this.manifest(digest) };
    const bytes = await this.anywhere(placesOf(this.reference, this.options.mirrors), (place) =>
      this.getManifest(place, this.reference.tag ?? 'latest'),
    );
    const named = digestOf(bytes);
    await this.options.blobs.keep(named, (file) => file.writeFile(bytes));
    return { digest: named, bytes };
  }

  async small(descriptor: Descriptor, kind: 'manifests' | 'blobs', limit: number): Promise<Uint8Array> {
    if (descriptor.size > limit) throw tooLarge(this.image, 'the description of the image', limit);
    return kind === 'manifests' ? this.manifest(descriptor.digest) : readFile(await this.blob(descriptor));
  }

  async blob(descriptor: Descriptor): Promise<string> {
    if (descriptor.size > MAX_LAYER_BYTES) throw tooLarge(this.image, 'a layer', MAX_LAYER_BYTES);
    const { digest } = descriptor;
    const known = this.options.downloads.get(digest) ?? this.options.blobs.find(digest).then((found) => found ?? this.download(descriptor));
    this.options.downloads.set(digest, known);
    // The next who asks tries again.
    known.catch(() => this.options.downloads.delete(digest));
    return known;
  }

  private async manifest(digest: Digest): Promise<Uint8Array> {
    const known = await this.options.blobs.find(digest);
    if (known) return readFile(known);
    const bytes = await this.anywhere(placesOf({ ...this.reference, digest }, this.options.mirrors), (place) =>
      this.getManifest(place, digest),
    );
    await this.options.blobs.keep(digest, (file) => file.writeFile(bytes));
    return bytes;
  }

  private getManifest(place: Place, name: string): Promise<Uint8Array> {
    const wanted: Wanted = { image: this.image, place, path: `manifests/${name}`, accept: MANIFEST_TYPES.join(', ') };
    return this.options.client.get(
      () => wanted,
      async ({ body, headers }) => {
        const bytes = await readAll(body, MAX_MANIFEST_BYTES);
        if (!bytes) throw tooLarge(this.image, 'the manifest', MAX_MANIFEST_BYTES);
        const said = headers['docker-content-digest'];
        const expected = isDigest(name) ? name : typeof said === 'string' && isDigest(said) ? said : undefined;
        const found = digestOf(bytes, expected);
        if (expected && found !== expected) throw wrongDigest(this.image, `the manifest from ${place.registry}`, found, expected);
        return bytes;
      },
    );
  }

  private download(descriptor: Descriptor): Promise<string> {
    const { digest } = descriptor;
    return this.anywhere(placesOf({ ...this.reference, digest }, this.options.mirrors), (place) =>
      this.options.blobs.keep(digest, (file) => this.downloadInto(file, place, descriptor)),
    );
  }

  /** Writes the content of a blob. An interrupted download continues where it ended. */
  private async downloadInto(file: FileHandle, place: Place, { digest, size }: Descriptor): Promise<void> {
    let hash = digesting(digest);
    let received = 0;
    const restart = async (): Promise<void> => {
      await usable(this.image, () => file.truncate(0));
      [hash, received] = [digesting(digest), 0];
    };
    const read = async ({ status, headers, body }: Answer): Promise<void> => {
      if (received > 0 && !(status === 206 && new RegExp(`^bytes ${received}-`).test(headers['content-range'] ?? ''))) await restart();
      for await (const part of body as AsyncIterable<Buffer>) {
        if (received + part.length > size) throw wrongDigest(this.image, `what ${place.registry} sends`, `more than ${size} bytes`, digest);
        hash.update(part);
        await usable(this.image, () => writeAt(file, part, received));
        received += part.length;
        this.options.onProgress?.({ image: this.image, digest, received, size });
      }
      if (received < size)
        throw new Transient(wrongDigest(this.image, `what ${place.registry} sends`, `${received} of ${size} bytes`, digest));
    };
    await this.options.client.get(() => ({ image: this.image, place, path: `blobs/${digest}`, from: received, size }), read);
    const found = hash.digest();
    if (found !== digest) throw wrongDigest(this.image, `what ${place.registry} sends`, found, digest);
  }

  /** The result of the first place that has it. */
  private async anywhere<T>(places: readonly Place[], get: (place: Place) => Promise<T>): Promise<T> {
    if (this.options.offline) throw notCached(this.image);
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
    if (!last || !problem) throw noPlace(this.image);
    if (failed.length === 1) throw last.error;
    const earlier = failed.slice(0, -1).map(({ place, error }) => `${place.registry}/${place.repository}: ${problemOf(error)?.message}`);
    throw failure(
      { ...problem, found: `${problem.found ?? problem.message}; before that, of the mirrors: ${earlier.join('; ')}` },
      last.error,
    );
  }
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

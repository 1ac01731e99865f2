/**
 * Images on disk: a folder in OCI's image layout (image-layout.md), whose links are not followed, or an archive of `docker save` or
 * `podman save`, whose layers are stored in the cache by the digests in its configuration.
 */

import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../../../base/manifest/plain-data.js';
import { type Blobs, digestOfOpen, PLAIN, usable } from '../cache/blobs.js';
import { MAX_CONFIG_BYTES, MAX_LAYER_BYTES, MAX_MANIFEST_BYTES } from '../http/limits.js';
import { failure, tooLarge, unsupported, wrongDigest } from '../problems.js';
import { algorithmOf, type Digest, digesting, digestOf, formatReference, hexOf, type LocalReference } from '../reference.js';
import type { ImageStore } from './image.js';
import { type Descriptor, type IndexEntry, parseConfig, parseManifest, REF_NAME } from './manifest.js';
import { readTar } from './tar.js';

const layoutSchema = z.looseObject({ imageLayoutVersion: z.string() });

/** The store of an image in a layout. */
export function layoutStore(reference: LocalReference): ImageStore {
  const image = formatReference(reference);

  const small = async (descriptor: Descriptor, limit: number): Promise<Buffer> => {
    if (descriptor.size > limit) throw tooLarge(image, 'the description of the image', limit);
    return readSmall(await blob(descriptor), image, limit);
  };

  async function blob({ digest, size }: Descriptor): Promise<string> {
    const path = join(reference.path, 'blobs', algorithmOf(digest), hexOf(digest));
    const found = await digestOfFile(path, digest, size, image);
    if (found !== digest) throw wrongDigest(image, path, found, digest);
    return path;
  }

  return {
    async top() {
      if (
        !layoutSchema.safeParse(jsonIn((await readSmall(join(reference.path, 'oci-layout'), image, MAX_MANIFEST_BYTES)).toString('utf8')))
          .success
      ) {
        throw unsupported(
          image,
          'the folder is not an image layout',
          'no version in oci-layout',
          'a folder as skopeo copy … oci:FOLDER writes it',
          'Correct the path.',
        );
      }
      const parsed = parseManifest(await readSmall(join(reference.path, 'index.json'), image, MAX_MANIFEST_BYTES), image);
      const entry = chooseNamed('index' in parsed ? parsed.index : [], reference.image, image);
      return { digest: entry.digest, bytes: await small(entry, MAX_MANIFEST_BYTES) };
    },
    small: (descriptor, _, limit) => small(descriptor, limit),
    blob,
  };
}

/** The image of a layout by its name or digest, or the only one. */
function chooseNamed(entries: readonly IndexEntry[], name: string | undefined, image: string): IndexEntry {
  const matching =
    name === undefined ? entries : entries.filter(({ digest, annotations }) => digest === name || annotations?.[REF_NAME] === name);
  if (matching[0] && matching.length === 1) return matching[0];
  const names = entries.map(({ digest, annotations }) => annotations?.[REF_NAME] ?? digest).join(', ');
  throw unsupported(
    image,
    'the layout does not have exactly one such image',
    names || 'no image',
    name ?? 'one image',
    'Name one of them: oci:FOLDER:TAG or oci:FOLDER@DIGEST.',
  );
}

/** The digest of a plain file. */
async function digestOfFile(path: string, like: Digest, size: number, image: string): Promise<Digest> {
  const file = await openPlain(path, image);
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size === size ? await digestOfOpen(file, like) : `${stats.size} bytes, not ${size}`;
  } finally {
    await file.close();
  }
}

async function readSmall(path: string, image: string, limit: number): Promise<Buffer> {
  const file = await openPlain(path, image);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > limit) throw tooLarge(image, path, limit);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Opens a file that must not be a link. */
async function openPlain(path: string, image: string): ReturnType<typeof open> {
  try {
    return await open(path, PLAIN);
  } catch (cause) {
    throw failure(
      {
        code: 'IMAGE_NOT_FOUND',
        message: 'a file of the image cannot be read',
        file: image,
        found: `${path}: ${(cause as NodeJS.ErrnoException).code ?? 'an error'}`,
        expected: 'a whole image; links are not followed',
        fix: 'Correct the path, or copy the image again with all of its content.',
      },
      cause,
    );
  }
}

/** The list of images in an archive of `docker save` or `podman save`. */
const listSchema = z.array(z.looseObject({ Config: z.string(), RepoTags: z.array(z.string()).nullish(), Layers: z.array(z.string()) }));
const LIST = 'manifest.json';

type Listed = z.infer<typeof listSchema>[number];

/**
 * The store of an image in an archive: its layers go into the cache, by the digests that its configuration names. Its own digest is that
 * of its configuration: the image's id.
 */
export class ArchiveStore implements ImageStore {
  /** The reference as text, for messages. */
  private readonly image: string;

  constructor(
    private readonly reference: LocalReference,
    private readonly blobs: Blobs,
  ) {
    this.image = formatReference(reference);
  }

  async top(): Promise<{ digest: Digest; bytes: Uint8Array }> {
    const chosen = await this.chosen();
    const config = (await this.smallFiles(new Set([chosen.Config]))).get(chosen.Config);
    const digest = digestOf(config ?? Buffer.alloc(0));
    const diffIds = this.layersOf(chosen, config ?? Buffer.alloc(0));
    await this.extract(new Map(chosen.Layers.map((path, index) => [path, diffIds[index] as Digest])));
    await this.blobs.keep(digest, (file) => file.writeFile(config as Buffer));
    return { digest, bytes: Buffer.from(JSON.stringify(manifestOf(digest, config?.length, diffIds))) };
  }

  async small({ digest }: Descriptor): Promise<Buffer> {
    return readFile(await this.there(digest));
  }

  blob({ digest }: Descriptor): Promise<string> {
    return this.there(digest);
  }

  /** The image that the reference names, or the only one. */
  private async chosen(): Promise<Listed> {
    const list = listSchema.safeParse(jsonIn((await this.smallFiles(new Set([LIST]))).get(LIST)?.toString('utf8') ?? ''));
    const name = this.reference.image;
    const images = list.data?.filter(({ RepoTags }) => name === undefined || RepoTags?.includes(name)) ?? [];
    const [chosen] = images;
    if (chosen && images.length === 1) return chosen;
    throw unsupported(
      this.image,
      'the archive does not have exactly one such image',
      list.data?.flatMap(({ RepoTags }) => RepoTags ?? []).join(', ') || `no ${LIST}`,
      'an archive of docker save',
      'Name one of them: docker-archive:FILE:NAME:TAG.',
    );
  }

  /** The digests of the layers, as the configuration names them. */
  private layersOf({ Layers }: Listed, config: Buffer): readonly Digest[] {
    const { diffIds } = parseConfig(config, this.image);
    if (diffIds.length === Layers.length) return diffIds;
    throw unsupported(
      this.image,
      'the archive has another number of layers than its configuration',
      `${Layers.length}`,
      `${diffIds.length}`,
      'Save the image again.',
    );
  }

  /** Puts layers into the cache, verified. */
  private async extract(layers: ReadonlyMap<string, Digest>): Promise<void> {
    for (const [path, digest] of layers) {
      if (await this.blobs.find(digest)) continue;
      await this.blobs.keep(digest, (file) => this.extractInto(file, path, digest));
    }
  }

  private async extractInto(file: FileHandle, path: string, digest: Digest): Promise<void> {
    const hash = digesting(digest);
    const waiting: Buffer[] = [];
    let size = 0;
    await this.eachFile(new Set([path]), () => ({
      write: (part) => {
        size += part.length;
        if (size > MAX_LAYER_BYTES) throw tooLarge(this.image, 'a layer', MAX_LAYER_BYTES);
        hash.update(part);
        waiting.push(Buffer.from(part));
      },
      end: () => {},
      drained: async () => {
        for (const part of waiting.splice(0)) await usable(this.image, () => file.writeFile(part));
      },
    }));
    const found = hash.digest();
    if (found !== digest) throw wrongDigest(this.image, path, found, digest);
  }

  /** The content of small files of the archive. */
  private async smallFiles(names: ReadonlySet<string>): Promise<Map<string, Buffer>> {
    const found = new Map<string, Buffer>();
    await this.eachFile(names, ({ path, size }) => {
      if (size > MAX_CONFIG_BYTES) throw tooLarge(this.image, path, MAX_CONFIG_BYTES);
      const parts: Buffer[] = [];
      return { write: (part) => void parts.push(Buffer.from(part)), end: () => void found.set(path, Buffer.concat(parts)) };
    });
    return found;
  }

  private async eachFile(names: ReadonlySet<string>, open: Parameters<typeof readTar>[2]): Promise<void> {
    const file = await openPlain(this.reference.path, this.image);
    const source = file.createReadStream({ highWaterMark: 1 << 18 });
    await readTar(source, this.image, (entry) => {
      if (!names.has(entry.path)) return undefined;
      if (entry.kind === 'file') return open(entry);
      throw unsupported(
        this.image,
        'a part of the archive is a link',
        entry.path,
        'plain files',
        'Copy the image with skopeo copy … oci:FOLDER, and name that.',
      );
    });
  }

  private async there(digest: Digest): Promise<string> {
    const file = await this.blobs.find(digest);
    if (file) return file;
    throw unsupported(this.image, 'a layer of the archive is gone from the cache', digest, 'a cache that stays during a run', 'Run again.');
  }
}

/** The manifest that a registry would have of the image. */
function manifestOf(config: Digest, size: number | undefined, diffIds: readonly Digest[]): object {
  return {
    schemaVersion: 2,
    config: { digest: config, size, mediaType: 'application/vnd.oci.image.config.v1+json' },
    layers: diffIds.map((digest) => ({ digest, size: 0, mediaType: 'application/vnd.oci.image.layer.v1.tar' })),
  };
}

/** An image in a folder of OCI's image layout (OCI image specification, image-layout.md). Links in the folder are not followed. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { algorithmOf, type Digest, digesting, hexOf } from '../digest.js';
import { MAX_MANIFEST_BYTES } from '../http/limits.js';
import { failure, tooLarge, unsupported, wrongDigest } from '../problems.js';
import { formatReference, type LocalReference } from '../reference.js';
import type { ImageStore } from './image.js';
import { type Descriptor, type IndexEntry, parseManifest, REF_NAME } from './manifest.js';

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
      if (!layoutSchema.safeParse(json(await readSmall(join(reference.path, 'oci-layout'), image, MAX_MANIFEST_BYTES))).success) {
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
    if (!stats.isFile() || stats.size !== size) return `${stats.size} bytes, not ${size}`;
    const hash = digesting(like);
    for await (const part of file.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) hash.update(part as Buffer);
    return hash.digest();
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

/** Opens a file that is no link. */
export async function openPlain(path: string, image: string): ReturnType<typeof open> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
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

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

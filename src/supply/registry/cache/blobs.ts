/**
 * Stores content on disk by digest. Every entry is verified before use: a damaged or foreign entry is
 * removed and pulled again. Runs share the folder without locks, since an entry has only one valid content.
 */

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../problems.js';
import { algorithmOf, type Digest, digesting, hexOf } from '../reference.js';

/** The time that unused content is kept, in milliseconds. */
const KEPT = 30 * 24 * 60 * 60 * 1000;
/** The time that an incomplete file can belong to a running run, in milliseconds. */
const PART_KEPT = 24 * 60 * 60 * 1000;

/** A store of content. */
export interface Blobs {
  /** The file of valid content, if it exists. */
  find(digest: Digest): Promise<string | undefined>;
  /**
   * Stores content.
   *
   * @param write writes content with the digest; the caller verifies it
   * @returns the file
   */
  keep(digest: Digest, write: (file: FileHandle) => Promise<void>): Promise<string>;
  /** Removes content that was not used for 30 days, and leftovers of killed runs. */
  prune(now: number): Promise<void>;
}

/** The store in a folder. @param now the time of the run, in milliseconds */
export function openBlobs(folder: string, now: number): Blobs {
  /** Files that this run has verified. */
  const verified = new Map<Digest, string>();
  const pathOf = (digest: Digest): string => join(folder, 'blobs', algorithmOf(digest), hexOf(digest).slice(0, 2), hexOf(digest));

  async function find(digest: Digest): Promise<string | undefined> {
    const known = verified.get(digest);
    if (known) return known;
    const path = pathOf(digest);
    const found = await contentDigest(path, digest);
    if (found === undefined) return undefined;
    if (found !== digest) {
      await rm(path, { recursive: true, force: true });
      return undefined;
    }
    verified.set(digest, path);
    // A read-only folder is still usable.
    await utimes(path, new Date(now), new Date(now)).catch(() => {});
    return path;
  }

  async function keep(digest: Digest, write: (file: FileHandle) => Promise<void>): Promise<string> {
    const path = pathOf(digest);
    await writeWhole(path, write);
    verified.set(digest, path);
    return path;
  }

  return { find, keep, prune: (time) => prune(join(folder, 'blobs'), time) };
}

/** The digest of a plain file; undefined if there is none. Links are not followed. */
async function contentDigest(path: string, like: Digest): Promise<Digest | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, PLAIN);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '';
  }
  try {
    return (await file.stat()).isFile() ? await digestOfOpen(file, like) : '';
  } finally {
    await file.close();
  }
}

/** The flags for opening a file that must not be a link. */
export const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The digest of an open file, by the algorithm of another digest. */
export async function digestOfOpen(file: FileHandle, like: Digest): Promise<Digest> {
  const hash = digesting(like);
  for await (const part of file.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) hash.update(part as Buffer);
  return hash.digest();
}

async function prune(folder: string, now: number): Promise<void> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  for (const path of paths.map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) continue;
    if (now - found.mtimeMs > (path.endsWith(PART) ? PART_KEPT : KEPT)) await rm(path, { force: true }).catch(() => {});
  }
}

/** The suffix of an incomplete file. */
const PART = '.part';

/**
 * Creates a file atomically. Replaces an existing file at once; other runs can do the same at the same time.
 *
 * @returns what the function returns; if it throws, the file stays as it was
 * @throws ProblemError `CACHE_UNUSABLE`
 */
export async function writeWhole<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const part = `${path}.${process.pid}-${randomBytes(6).toString('hex')}${PART}`;
  const file = await usable(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(part, 'wx', 0o600);
  });
  try {
    const result = await write(file);
    await usable(path, async () => {
      await file.sync();
      await file.close();
      await rename(part, path);
    });
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Runs code that uses the disk; its errors become problems of the cache. */
export async function usable<T>(path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw failure(
      {
        code: 'CACHE_UNUSABLE',
        message: 'the cache cannot be written',
        file: path,
        found: (cause as NodeJS.ErrnoException).code ?? 'an error',
        expected: 'a folder that can be written, with space',
        fix: 'Free space, or name another folder with XDG_CACHE_HOME.',
      },
      cause,
    );
  }
}

/** Writes all bytes at a position of a file. */
export async function writeAt(file: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, place + done)).bytesWritten;
  }
}

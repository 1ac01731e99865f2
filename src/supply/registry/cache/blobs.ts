/**
 * Content by digest, on disk. Every entry is verified before it is used: one that is damaged, or that somebody put there, is
 * removed and got again. Runs share the folder without locks, since an entry has only one right content.
 */

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../problems.js';
import { algorithmOf, type Digest, digesting, hexOf } from '../reference.js';

/** How long content that nothing uses is kept, in milliseconds. */
const KEPT = 30 * 24 * 60 * 60 * 1000;
/** How long a file that is not yet whole can belong to a run that still works, in milliseconds. */
const PART_KEPT = 24 * 60 * 60 * 1000;

/** A store of content. */
export interface Blobs {
  /** The file of content that is there and right. */
  find(digest: Digest): Promise<string | undefined>;
  /**
   * Keeps content.
   *
   * @param write what it writes must have the digest: this is for whoever writes to verify
   * @returns the file
   */
  keep(digest: Digest, write: (file: FileHandle) => Promise<void>): Promise<string>;
  /** Removes what was not used for 30 days, and what killed runs left. */
  prune(now: number): Promise<void>;
}

/** The store in a folder. @param now of the run, in milliseconds */
export function openBlobs(folder: string, now: number): Blobs {
  /** What this run has verified. */
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
    // A folder that cannot be written is good for reading all the same.
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

/** The digest of a plain file; nothing if there is none. Links are not followed. */
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

/** How a file is opened that is to be no link. */
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

/** What the name of a file has that is not yet whole. */
const PART = '.part';

/**
 * Makes a file of what a function writes. A file that is there already is replaced at once, and other runs can do the same.
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

/** Runs what uses the disk; its errors are problems of the cache. */
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

/** Writes all of some bytes at a place in a file. */
export async function writeAt(file: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, place + done)).bytesWritten;
  }
}

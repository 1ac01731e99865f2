/** Files that are whole or not there: written beside their place, brought to the disk, then renamed. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from '../problems.js';

/** What the name of a file has that is not yet whole. */
export const PART = '.part';

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

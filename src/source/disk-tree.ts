/** A folder on disk as a tree of files. */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FileTree, TreeEntry } from './file-tree.js';
import { MAX_FILE_BYTES, STANDARD_INPUT } from './limits.js';

/** The tree below a folder. */
export function diskTree(root: string): FileTree {
  const realRoot = realpathSync(root);
  return {
    nameOf: (path) => join(root, path),
    list: (folder) => readdirSync(join(root, folder)).flatMap((name) => entryOf(join(root, folder, name), name, realRoot)),
    read: (path) => readBounded(join(root, path)),
  };
}

function entryOf(path: string, name: string, realRoot: string): TreeEntry[] {
  if (leadsOut(path, realRoot)) return [];
  // Links to folders are not followed: they could lead in a circle.
  if (lstatSync(path).isDirectory()) return [{ name, kind: 'folder' }];
  return statSync(path).isFile() ? [{ name, kind: 'file' }] : [];
}

/** Whether a path is a link whose end lies outside the folder, or that has no end. */
function leadsOut(path: string, realRoot: string): boolean {
  if (!lstatSync(path).isSymbolicLink()) return false;
  try {
    const inside = relative(realRoot, realpathSync(path));
    return inside === '..' || inside.startsWith(`..${sep}`) || inside.startsWith(sep);
  } catch {
    return true;
  }
}

/** The content of a file or of standard input, or nothing when it is larger than allowed; never reads more than that. */
export function readBounded(path: string): Buffer | undefined {
  const descriptor = path === STANDARD_INPUT ? 0 : openSync(path, 'r');
  try {
    if (fstatSync(descriptor).size > MAX_FILE_BYTES) return undefined;
    const chunks: Buffer[] = [];
    let total = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(1 << 16);
      const length = readChunk(descriptor, chunk);
      if (length === 0) return Buffer.concat(chunks);
      total += length;
      if (total > MAX_FILE_BYTES) return undefined;
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/** Standard input may be a terminal or a pipe without data yet (EAGAIN), or closed (EOF). */
function readChunk(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk, 0, chunk.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

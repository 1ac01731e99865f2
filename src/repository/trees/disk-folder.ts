/** Reads the files of a folder on disk, and single files. */
import { closeSync, type Dirent, fstatSync, lstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { STANDARD_INPUT } from '../../base/manifest/input-name.js';
import { below, folderOfPath, MAX_FILE_BYTES, pathIn, type ReadableTree, type TreeEntry } from './file-tree.js';
import { ignoredByGit } from './git.js';
import { isWithin, realPath } from './places.js';

/** What stands in a text for bytes that are not UTF-8; a name can have it, too. */
export const REPLACED = '\ufffd';

/** A path as the disk has it, whose bytes need not be UTF-8. */
export type DiskPath = string | Buffer;

/** The entries of folders, and where they are. */
export interface DiskNames {
  entriesOf(folder: string): readonly Dirent[];
  onDisk(path: string): DiskPath;
}

/** The names of a folder without one that is not UTF-8. */
const utf8Names = (nameOf: (path: string) => string): DiskNames => ({
  onDisk: nameOf,
  entriesOf: (folder) => readdirSync(nameOf(folder), { withFileTypes: true }),
});

/** The files below a folder. Its structure must not change while it is read. @param namesOf gives the names on disk @param realRoot the real path of the folder */
export function diskFolder(root: string, namesOf = utf8Names, realRoot = realPath(root)): ReadableTree & DiskNames {
  const nameOf = below(root);
  const { onDisk, entriesOf } = namesOf(nameOf);
  const links = new Map<string, string>();
  const folders = new Map<string, boolean>([['', true]]);

  /** Whether a path is a folder without links on the way. A kustomization can name anything, so any path can be asked for. */
  const isFolder = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const is = isFolder(folderOfPath(folder)) && isPlainFolder(onDisk(folder));
    folders.set(folder, is);
    return is;
  };

  /** Whether a path is a file of the tree, by itself or at the end of a link: whoever wrote the tree does not choose another file. */
  const isOwn = (path: string): boolean => {
    const status = path.split('/').includes('..') || !isFolder(folderOfPath(path)) ? undefined : lstatSync(onDisk(path));
    return status && !status.isSymbolicLink() ? status.isFile() : fileAtEnd(onDisk(path), realRoot) !== undefined;
  };

  const entryOf = (folder: string, entry: Dirent): TreeEntry[] => {
    const { name } = entry;
    if (entry.isFile()) return [{ name, kind: 'file' }];
    if (entry.isDirectory()) {
      folders.set(pathIn(folder, name), true);
      return [{ name, kind: 'folder' }];
    }
    if (!entry.isSymbolicLink()) return [{ name, kind: 'special' }];
    const file = fileAtEnd(onDisk(pathIn(folder, name)), realRoot);
    if (file === undefined) return [{ name, kind: 'link' }];
    links.set(pathIn(folder, name), file);
    return [{ name, kind: 'file' }];
  };

  return {
    nameOf,
    list: (folder) => {
      const entries = isFolder(folder) ? entriesOf(folder) : [];
      const names = new Set(entries.map(({ name }) => name));
      if (names.size < entries.length) throw new Error(`two entries of ${nameOf(folder)} have the same name, as far as it is UTF-8`);
      return entries.flatMap((entry) => entryOf(folder, entry));
    },
    read: (path) => (isOwn(path) ? readBounded(onDisk(path)) : undefined),
    onDisk,
    entriesOf,
    realPathOf: (path) => links.get(path) ?? path,
    isLeftByGit: ignoredByGit(realRoot),
  };
}

/** Whether a path is a folder and no link. Also false for an impossible name. */
function isPlainFolder(path: DiskPath): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The real path at the end of links; nothing if there is nothing, or if its name cannot be told from another one. */
export function endOf(path: DiskPath): string | undefined {
  try {
    const end = typeof path === 'string' ? realPath(path) : realpathSync.native(path);
    return end.includes(REPLACED) ? undefined : end;
  } catch {
    return undefined;
  }
}

/** The target of a link, if that is a file in the folder. Links to folders are not followed: they could form a cycle. */
export function fileAtEnd(path: DiskPath, realRoot: string): string | undefined {
  const end = endOf(path);
  if (end === undefined || !isWithin(end, realRoot) || !statSync(end, { throwIfNoEntry: false })?.isFile()) return undefined;
  return relative(realRoot, end).replaceAll(sep, '/');
}

/** The content of a file or of standard input; nothing if it is larger than allowed. Never reads more than the limit. */
export function readBounded(path: DiskPath): Buffer | undefined {
  const descriptor = path === STANDARD_INPUT ? 0 : openSync(path, 'r');
  try {
    const status = fstatSync(descriptor);
    // A pipe has no size, or reports how much waits in it: it is read in parts.
    const size = status.isFile() ? status.size : 0;
    if (size > MAX_FILE_BYTES) return undefined;
    let content = Buffer.allocUnsafe(size || 1 << 16);
    for (let total = 0; ; ) {
      const length = readInto(descriptor, content, total);
      total += length;
      if (length === 0 || total === size) return content.subarray(0, total);
      if (total > MAX_FILE_BYTES) return undefined;
      if (total === content.length) content = Buffer.concat([content], Math.min(2 * total, MAX_FILE_BYTES + 1));
    }
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/** Reads a chunk. Standard input can be a terminal or a pipe without data yet (EAGAIN), or closed (EOF). */
function readInto(descriptor: number, content: Buffer, from: number): number {
  for (;;) {
    try {
      return readSync(descriptor, content, from, content.length - from, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

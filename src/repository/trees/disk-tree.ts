/** Reads a folder on disk as a tree of files. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { STANDARD_INPUT } from '../../base/manifest/input-name.js';
import { below, type FileTree, folderOfPath, MAX_FILE_BYTES, pathIn, type TopTree, type TreeEntry } from './file-tree.js';
import { ignoredByGit } from './git.js';
import { isWithin, realPlace, workTreeOf } from './places.js';

/** The tree below a folder. Its structure must not change while it is read. */
export function diskTree(root: string): FileTree {
  const realRoot = realpathSync(root);
  const nameOf = below(root);
  const links = new Map<string, string>();
  const folders = new Map<string, boolean>([['', true]]);

  /** Whether a path is a folder without links on the way. A kustomization can name anything, so any path can be asked for. */
  const isFolder = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const is = isFolder(folderOfPath(folder)) && isPlainFolder(nameOf(folder));
    folders.set(folder, is);
    return is;
  };

  /** Whether a path is a file of the tree, by itself or at the end of a link: whoever wrote the tree does not choose another file. */
  const isOwn = (path: string): boolean => {
    const status = path.split('/').includes('..') || !isFolder(folderOfPath(path)) ? undefined : lstatSync(nameOf(path));
    return status && !status.isSymbolicLink() ? status.isFile() : fileAtEnd(nameOf(path), realRoot) !== undefined;
  };

  const entryOf = (folder: string, entry: Dirent): TreeEntry[] => {
    const { name } = entry;
    if (entry.isFile()) return [{ name, kind: 'file' }];
    if (entry.isDirectory()) {
      folders.set(pathIn(folder, name), true);
      return [{ name, kind: 'folder' }];
    }
    if (!entry.isSymbolicLink()) return [{ name, kind: 'special' }];
    const file = fileAtEnd(join(root, folder, name), realRoot);
    if (file === undefined) return [{ name, kind: 'link' }];
    links.set(pathIn(folder, name), file);
    return [{ name, kind: 'file' }];
  };

  return {
    top: () => topOf(root, realRoot),
    nameOf,
    list: (folder) =>
      isFolder(folder) ? readdirSync(nameOf(folder), { withFileTypes: true }).flatMap((entry) => entryOf(folder, entry)) : [],
    read: (path) => (isOwn(path) ? readBounded(nameOf(path)) : undefined),
    identityOf: (path) => identityOf(nameOf(path), realRoot),
    realPathOf: (path) => links.get(path) ?? path,
    isLeftByGit: ignoredByGit(realRoot),
    ...(workTreeOf(realRoot) === undefined ? { placeOutside: (folder, path) => resolve(realRoot, folder, path) } : {}),
  };
}

/** The git repository that a folder is in, as messages name it; the folder itself if there is none. */
function topOf(root: string, realRoot: string): TopTree {
  const top = workTreeOf(realRoot);
  if (top === undefined || top === realRoot) return { tree: diskTree(root), folder: '', isTop: top === realRoot };
  const folder = relative(top, realRoot).split(sep);
  const above = resolve(root) === realRoot ? join(root, ...folder.map(() => '..')) : top;
  return { tree: diskTree(above), folder: folder.join('/') };
}

/** Whether a path is a folder and no link. Also false for an impossible name. */
function isPlainFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The target of a link, if that is a file in the folder. Links to folders are not followed: they could form a cycle. */
function fileAtEnd(path: string, realRoot: string): string | undefined {
  try {
    const end = realpathSync(path);
    return isWithin(end, realRoot) && statSync(end).isFile() ? relative(realRoot, end).replaceAll(sep, '/') : undefined;
  } catch {
    return undefined;
  }
}

/** The identity that git computes, so that a file on disk can be compared with one in a commit. */
function identityOf(path: string, realRoot: string): string {
  const status = lstatSync(path);
  // To open a pipe waits for its writer.
  if (!status.isFile() && !status.isSymbolicLink()) return 'special';
  if (status.isFile() || fileAtEnd(path, realRoot) !== undefined) return blobHash(path);
  // The content behind a link out of the folder can change while the link does not. Content outside of the repository is not read.
  const target = readlinkSync(path);
  if (leadsToFolder(path, target, realRoot)) return `-> ${target}`;
  const top = workTreeOf(realRoot);
  const isKnown = top === undefined ? !target.startsWith('/') : isWithin(realPlace(path), top);
  const content = isKnown ? hashBehind(path) : undefined;
  return `-> ${target}${content === undefined ? '' : ` ${content}`}`;
}

/** Whether a link leads to a folder of the tree, without another link on the way: its files then count under their own paths. */
function leadsToFolder(path: string, target: string, realRoot: string): boolean {
  try {
    const end = realpathSync(path);
    const isPlain = !isAbsolute(target) && end === resolve(realpathSync(dirname(path)), target);
    return isPlain && end !== realRoot && isWithin(end, realRoot) && statSync(end).isDirectory();
  } catch {
    return false;
  }
}

/** The hash of a file, or of a folder that is not larger than a repository; nothing for anything else. */
function hashBehind(path: string): string | undefined {
  if (isReadableFile(path)) return blobHash(path);
  try {
    return treeHash(realpathSync(path), { left: MAX_FILES_BEHIND })?.toString('hex');
  } catch {
    return undefined;
  }
}

/** The limit of entries below a link: it can lead to the root of the disk. */
const MAX_FILES_BEHIND = 20_000;

/** Git's tree hash of a folder: each entry with its mode, in byte order, folders sorted as if their name ended in a slash. */
function treeHash(folder: string, limit: { left: number }): Buffer | undefined {
  const entries: { readonly key: string; readonly head: string; readonly hash: Buffer }[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    limit.left -= 1;
    if (limit.left < 0) return undefined;
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) {
      const hash = treeHash(path, limit);
      if (limit.left < 0) return undefined;
      if (hash) entries.push({ key: `${entry.name}/`, head: `40000 ${entry.name}\0`, hash });
    } else if (entry.isSymbolicLink())
      entries.push({ key: entry.name, head: `120000 ${entry.name}\0`, hash: objectHash('blob', Buffer.from(readlinkSync(path))) });
    else if (entry.isFile()) {
      const mode = (lstatSync(path).mode & 0o100) === 0 ? '100644' : '100755';
      entries.push({ key: entry.name, head: `${mode} ${entry.name}\0`, hash: Buffer.from(blobHash(path), 'hex') });
    }
  }
  // git stores no empty folder.
  if (entries.length === 0) return undefined;
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  return objectHash('tree', Buffer.concat(entries.flatMap(({ head, hash }) => [Buffer.from(head), hash])));
}

function objectHash(type: string, content: Buffer): Buffer {
  return createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest();
}

/** Whether a path is a file of a known size. A file that the system generates on reading has size 0 and may never end. */
function isReadableFile(path: string): boolean {
  try {
    const status = statSync(path);
    return status.isFile() && status.size > 0 && status.size <= MAX_FILE_BYTES;
  } catch {
    return false;
  }
}

function blobHash(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const hash = createHash('sha1').update(`blob ${fstatSync(descriptor).size}\0`);
    for (const chunk = Buffer.allocUnsafe(1 << 16); ; ) {
      const length = readSync(descriptor, chunk, 0, chunk.length, null);
      if (length === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

const PIPE_BYTES = 1 << 16;

/** The content of a file or of standard input; nothing if it is larger than allowed. Never reads more than the limit. */
export function readBounded(path: string): Buffer | undefined {
  const descriptor = path === STANDARD_INPUT ? 0 : openSync(path, 'r');
  try {
    const status = fstatSync(descriptor);
    // A pipe has no size, or reports how much waits in it.
    const size = status.isFile() ? status.size : 0;
    if (size > MAX_FILE_BYTES) return undefined;
    let content = Buffer.allocUnsafe(size || PIPE_BYTES);
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

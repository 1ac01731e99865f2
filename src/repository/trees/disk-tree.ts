/** Reads a folder on disk as a tree of files that can be compared with a commit. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { once } from '../../base/manifest/once.js';
import { type DiskPath, diskFolder, endOf, fileAtEnd } from './disk-folder.js';
import { diskNames } from './disk-names.js';
import { type FileTree, MAX_FILE_BYTES, type TopTree } from './file-tree.js';
import { isWithin, realRootOf, workTreeOf } from './places.js';

/** The tree below a folder. Its structure must not change while it is read. */
export function diskTree(root: string): FileTree {
  const realRoot = realRootOf(root);
  const folder = diskFolder(root, diskNames, realRoot);
  return {
    ...folder,
    top: once(() => topOf(root, realRoot)),
    identityOf: (path) => identityOf(folder.onDisk(path), realRoot),
    ...(workTreeOf(realRoot) === undefined ? { placeOutside: (from: string, path: string) => resolve(realRoot, from, path) } : {}),
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

/** The identity that git computes, so that a file on disk can be compared with one in a commit. */
function identityOf(path: DiskPath, realRoot: string): string {
  const status = lstatSync(path);
  // To open a pipe waits for its writer.
  if (!status.isFile() && !status.isSymbolicLink()) return 'special';
  if (status.isFile() || fileAtEnd(path, realRoot) !== undefined) return blobHash(path);
  // The content behind a link out of the folder can change while the link does not. Content outside of the repository is not read.
  const target = readlinkSync(path);
  if (leadsToFolder(path, target, realRoot)) return `-> ${target}`;
  const top = workTreeOf(realRoot);
  const isKnown = top === undefined ? !target.startsWith('/') : isWithin(endOf(path) ?? '/', top);
  const content = isKnown ? hashBehind(path) : undefined;
  return `-> ${target}${content === undefined ? '' : ` ${content}`}`;
}

function parentOf(path: DiskPath): DiskPath {
  return typeof path === 'string' ? dirname(path) : path.subarray(0, path.lastIndexOf('/'));
}

/** Whether a link leads to a folder of the tree, without another link on the way: its files then count under their own paths. */
function leadsToFolder(path: DiskPath, target: string, realRoot: string): boolean {
  try {
    const end = endOf(path);
    const isPlain = !isAbsolute(target) && end === resolve(endOf(parentOf(path)) ?? '', target);
    return end !== undefined && isPlain && end !== realRoot && isWithin(end, realRoot) && statSync(end).isDirectory();
  } catch {
    return false;
  }
}

/** The hash of a file, or of a folder that is not larger than a repository; nothing for anything else. */
function hashBehind(path: DiskPath): string | undefined {
  if (isReadableFile(path)) return blobHash(path);
  try {
    return treeHash(endOf(path) ?? '', { left: MAX_FILES_BEHIND })?.toString('hex');
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
function isReadableFile(path: DiskPath): boolean {
  try {
    const status = statSync(path);
    return status.isFile() && status.size > 0 && status.size <= MAX_FILE_BYTES;
  } catch {
    return false;
  }
}

function blobHash(path: DiskPath): string {
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

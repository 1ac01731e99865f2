/** Defines a tree of files, on disk or in a commit, and reads the texts and documents of its files. */
import { join, sep } from 'node:path';
import { oncePerObject } from '../../base/manifest/once.js';
import { parseDocuments } from '../../base/manifest/parse.js';

/** The largest text that is read, in bytes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** An entry of a folder. Only files and folders are read. */
export interface TreeEntry {
  readonly name: string;
  /** A link to a file within the tree counts as a file, as far as its target is known. `special`: a pipe, a socket or a device. */
  readonly kind: 'file' | 'folder' | 'link' | 'special' | 'submodule';
}

/** Whether an entry of this kind is never read. */
export function isNotRead(kind: string): kind is 'link' | 'special' | 'submodule' {
  return kind === 'link' || kind === 'special' || kind === 'submodule';
}

/** A tree whose files can be read; paths are relative to its root, with slashes, and the root itself is the empty path. */
export interface ReadableTree {
  /** The name of a file in messages. */
  nameOf(path: string): string;
  list(folder: string): readonly TreeEntry[];
  /** The content of a file; nothing if it is larger than MAX_FILE_BYTES, absent or outside of the tree. Can throw a system error. */
  read(path: string): Uint8Array | undefined;
  /** Whether only the name and the hash of a file are here, as in a partial clone. @default the content is here */
  isAbsent?(path: string): boolean;
  /** The file at the end of a link that is followed; any other path unchanged. @default the path */
  realPathOf?(path: string): string;
  /** Announces the files that will be read, for trees that read them faster together. */
  expect?(paths: readonly string[]): void;
  /** Announces files that will not be read again soon. */
  forget?(paths: readonly string[]): void;
  /** Whether the configuration leaves a file or folder out. @default nothing is left out */
  isExcluded?(path: string): boolean;
  /** Whether git ignores this file or folder, but not its parent, and tracks no file of it. @default false */
  isLeftByGit?(path: string): boolean;
}

/** A tree that can be compared with another one. */
export interface FileTree extends ReadableTree {
  /**
   * A value that changes with the entry: git's hash of a file's content; the commit of a submodule; the target of a link, and the hash
   * of the target's content unless that is in the tree.
   */
  identityOf(path: string): string;
  /**
   * The place of a path that leads out of the tree, which is never read. A folder on disk without a repository has another place than the
   * folder that it is compared with, and so has what it loads from around it. @default the place is the same for all revisions
   */
  placeOutside?(folder: string, path: string): string;
  /** The tree of the whole repository that this tree is a folder of, and the folder's path there. @default this tree is the whole */
  top?(): TopTree;
}

/** A tree of a whole repository, and a folder in it. */
export interface TopTree {
  readonly tree: FileTree;
  readonly folder: string;
  /** Whether the folder is the top of a repository. */
  readonly isTop?: boolean;
}

/** A step that `join` would resolve, or a separator that `join` would replace. */
const NOT_PLAIN = sep === '/' ? /(?:^|\/)\.{0,2}(?:\/|$)/ : /^/;

/** `join` with a fixed folder. The strings of `join` take ten times the memory, and a large tree has a hundred thousand paths. */
export function below(folder: string): (path: string) => string {
  const start = join(folder, '-').slice(0, -1);
  return (path) => (NOT_PLAIN.test(path) ? join(folder, path) : start + path);
}

/** The path of an entry of a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The parent folder of a path. */
export function folderOfPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** The text of a file, whatever its encoding; empty if there is none. */
export function textAt(tree: ReadableTree, path: string): string {
  return decoded(tree.read(path));
}

/** Several rules ask for the text of the same large file. */
const LARGE_BYTES = 1 << 16;
const decodedOnce = oncePerObject((bytes: Uint8Array) => new TextDecoder().decode(bytes));

/** The text of bytes, whatever their encoding: of a large file once, for as long as its bytes are kept. */
export function decoded(bytes: Uint8Array | undefined): string {
  return bytes && bytes.length > LARGE_BYTES ? decodedOnce(bytes) : new TextDecoder().decode(bytes);
}

/** The documents of a file and their problems; nothing if the file is not read. */
export function parsedAt(tree: ReadableTree, path: string): ReturnType<typeof parseDocuments> | undefined {
  const bytes = tree.read(path);
  return bytes && parseDocuments({ file: tree.nameOf(path), text: decoded(bytes) });
}

/** Caches `find` per tree and path: a tree does not change while it is read. */
export function oncePerPath<T, Tree extends ReadableTree = FileTree>(
  find: (tree: Tree, path: string) => T,
): (tree: Tree, path: string) => T {
  const known = new WeakMap<Tree, Map<string, T>>();
  return (tree, path) => {
    const ofTree = known.get(tree) ?? new Map<string, T>();
    known.set(tree, ofTree);
    if (!ofTree.has(path)) ofTree.set(path, find(tree, path));
    return ofTree.get(path) as T;
  };
}

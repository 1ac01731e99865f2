/** Folders of manifests, on disk or in a commit, and the texts and documents of their files. */
import { join, sep } from 'node:path';
import { type ParsedDocument, parseDocuments } from '../../base/manifest/parse.js';

/** The largest text that is read, in bytes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** The content of a folder. Only files and folders are read. */
export interface TreeEntry {
  readonly name: string;
  /** A link that stays in the folder and leads to a file is a file, where that can be known. */
  readonly kind: 'file' | 'folder' | 'link' | 'submodule';
}

/** A tree of files; paths are relative to its root, with slashes, and the root itself is the empty path. */
export interface FileTree {
  /** The name of a file in messages. */
  nameOf(path: string): string;
  list(folder: string): readonly TreeEntry[];
  /** The content of a file, or nothing if it is larger than MAX_FILE_BYTES or not at hand. Can throw a system error. */
  read(path: string): Uint8Array | undefined;
  /** Whether nothing but the name and the hash of a file is here, as in a partial clone. @default it is here */
  isAbsent?(path: string): boolean;
  /**
   * What tells whether an entry changed: of a file git's hash of its content, of a link its target, and the hash of what is there
   * unless that is in the tree, of a submodule its commit.
   */
  identityOf(path: string): string;
  /** Of a link that is followed the file at its end; of any other path itself. @default itself */
  realPathOf?(path: string): string;
  /** Told which files will be read, where reading them together is faster. */
  expect?(paths: readonly string[]): void;
  /** Told which files will not be read again soon. */
  forget?(paths: readonly string[]): void;
  /** Whether a file or folder is left out. @default nothing is */
  isExcluded?(path: string): boolean;
  /** Whether git ignores a file or folder of a folder that it does not ignore, and tracks no file of it. @default it does not */
  isLeftByGit?(path: string): boolean;
  /** The tree of the whole repository that this one is a folder of, and the path of that folder there. @default it is all there is */
  top?(): TopTree;
}

/** A tree of a whole repository, and a folder in it. */
export interface TopTree {
  readonly tree: FileTree;
  readonly folder: string;
  /** Whether the folder is the top of a repository. */
  readonly isTop?: boolean;
}

/** A step that `join` would resolve, or a separator that it would replace. */
const NOT_PLAIN = sep === '/' ? /(?:^|\/)\.{0,2}(?:\/|$)/ : /^/;

/** `join` with one folder. The strings of `join` take ten times the memory, and a large tree has a hundred thousand paths. */
export function below(folder: string): (path: string) => string {
  const start = join(folder, '-').slice(0, -1);
  return (path) => (NOT_PLAIN.test(path) ? join(folder, path) : start + path);
}

/** The path of an entry of a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The folder that a path is in. */
export function folderOfPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Whether a path is a folder or in it. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Whether there is a file at a path. */
export function isFile(tree: FileTree, path: string): boolean {
  return tree.list(folderOfPath(path)).some(({ name, kind }) => kind === 'file' && name === path.slice(path.lastIndexOf('/') + 1));
}

/** A file's folder and those around it, the outermost first. */
export function chainOf(file: string): string[] {
  const folder = folderOfPath(file);
  return folder === '' ? [''] : [...chainOf(folder), folder];
}

/** The path of the file of a name in a folder or around it, within the repository. */
export function nearest(tree: FileTree, folder: string, name: string): string | undefined {
  const around = chainOf(pathIn(folder, 'x')).reverse();
  const found = around.find((place) => tree.list(place).some((entry) => entry.name === name && entry.kind === 'file'));
  return found === undefined ? undefined : pathIn(found, name);
}

/** The text of a file, whatever its encoding; empty where there is none. */
export function textAt(tree: FileTree, path: string): string {
  return new TextDecoder().decode(tree.read(path));
}

/** The documents of a file, and what is wrong with them; nothing where it is not read. */
export function parsedAt(tree: FileTree, path: string): ReturnType<typeof parseDocuments> | undefined {
  const bytes = tree.read(path);
  return bytes && parseDocuments({ file: tree.nameOf(path), text: new TextDecoder().decode(bytes) });
}

/** The documents of a file. */
export function documentsAt(tree: FileTree, path: string): readonly ParsedDocument[] {
  return parsedAt(tree, path)?.documents ?? [];
}

/** What is found of a path of a tree, once: nothing of a tree changes while it is read. */
export function oncePerPath<T>(find: (tree: FileTree, path: string) => T): (tree: FileTree, path: string) => T {
  const known = new WeakMap<FileTree, Map<string, T>>();
  return (tree, path) => {
    const ofTree = known.get(tree) ?? new Map<string, T>();
    known.set(tree, ofTree);
    if (!ofTree.has(path)) ofTree.set(path, find(tree, path));
    return ofTree.get(path) as T;
  };
}

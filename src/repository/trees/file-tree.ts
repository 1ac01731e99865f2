/** Reads the texts and documents of a tree of files. */
import { join, sep } from 'node:path';
import { oncePerObject } from '../../base/manifest/once.js';
import { parseDocuments } from '../../base/manifest/parse.js';
import type { FileTree, ReadableTree } from './tree.js';

export type { FileTree, ReadableTree, TopTree, TreeEntry } from './tree.js';

/** The largest text that is read, in bytes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Whether an entry of this kind is never read. */
export function isNotRead(kind: string): kind is 'link' | 'special' | 'submodule' {
  return kind === 'link' || kind === 'special' || kind === 'submodule';
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

/** Opens a named file or folder on disk. */
import { statSync } from 'node:fs';
import type { Problem } from '../../base/manifest/problem.js';
import { readBounded } from '../trees/disk-folder.js';
import type { FileTree } from '../trees/file-tree.js';
import { leadsOut, linkOut } from '../trees/places.js';
import { unreadable } from '../trees/read-text.js';

/** An opened input, or the problem with it. */
export type OpenedInput<Tree = FileTree> =
  | { readonly tree: Tree }
  | { readonly file: () => Uint8Array | undefined }
  | { readonly problem: Problem };

/** Opens a path. @param treeOf makes the tree of a folder */
export function openOnDisk<Tree>(path: string, treeOf: (folder: string) => Tree): OpenedInput<Tree> {
  try {
    if (leadsOut(path)) return { problem: linkOut(path) };
    return statSync(path).isDirectory() ? { tree: treeOf(path) } : { file: () => readBounded(path) };
  } catch (error) {
    return { problem: unreadable(path, error as NodeJS.ErrnoException) };
  }
}

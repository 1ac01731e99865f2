/** Opens a named file or folder on disk. */
import { statSync } from 'node:fs';
import type { Problem } from '../../base/manifest/problem.js';
import { diskTree, readBounded } from '../trees/disk-tree.js';
import type { FileTree } from '../trees/file-tree.js';
import { leadsOut, linkOut } from '../trees/places.js';
import { unreadable } from '../trees/read-text.js';

/** An opened input, or the problem with it. */
export type OpenedInput = { readonly tree: FileTree } | { readonly file: () => Uint8Array | undefined } | { readonly problem: Problem };

/** Opens a path. */
export function openOnDisk(path: string): OpenedInput {
  try {
    if (leadsOut(path)) return { problem: linkOut(path) };
    return statSync(path).isDirectory() ? { tree: diskTree(path) } : { file: () => readBounded(path) };
  } catch (error) {
    return { problem: unreadable(path, error as NodeJS.ErrnoException) };
  }
}

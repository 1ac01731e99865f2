/** An input as it is named → a folder or a commit as a tree of files, or one file. */
import { statSync } from 'node:fs';
import { once } from '../../base/manifest/once.js';
import type { Problem } from '../../base/manifest/problem.js';
import { diskTree, readBounded } from '../trees/disk-tree.js';
import { type FileTree, STANDARD_INPUT } from '../trees/file-tree.js';
import { gitTree, isGitInput } from '../trees/git-tree.js';
import { leadsOut, linkOut } from '../trees/places.js';
import { unreadable } from '../trees/read-text.js';

/** What an input is, or what stands in its way. */
export type OpenedInput = { readonly tree: FileTree } | { readonly file: () => Uint8Array | undefined } | { readonly problem: Problem };

/**
 * Opens an input.
 *
 * @param input a path of a file or a folder, `git:REVISION[:PATH]`, or `-` for standard input
 */
export function openInput(input: string): OpenedInput {
  try {
    if (isGitInput(input)) return gitTree(input);
    // It can be read only once.
    if (input === STANDARD_INPUT) return { file: once(() => readBounded(input)) };
    if (leadsOut(input)) return { problem: linkOut(input) };
    return statSync(input).isDirectory() ? { tree: diskTree(input) } : { file: () => readBounded(input) };
  } catch (error) {
    return { problem: unreadable(input, error as NodeJS.ErrnoException) };
  }
}

/** The tree of an input that is a folder or a commit. */
export function treeOf(input: string): FileTree | undefined {
  const opened = openInput(input);
  return 'tree' in opened ? opened.tree : undefined;
}

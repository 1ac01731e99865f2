/** Opens a named input: a folder or a commit as a tree of files, or one file. */

import { isGitInput } from '../../base/manifest/git-input.js';
import { STANDARD_INPUT } from '../../base/manifest/input-name.js';
import { once } from '../../base/manifest/once.js';
import { readBounded } from '../trees/disk-folder.js';
import { diskTree } from '../trees/disk-tree.js';
import type { FileTree } from '../trees/file-tree.js';
import { gitTree } from '../trees/git-tree.js';
import { unreadable } from '../trees/read-text.js';
import { type OpenedInput, openOnDisk } from './open-on-disk.js';

/**
 * Opens an input.
 *
 * @param input a path of a file or a folder, `git:REVISION[:PATH]`, or `-` for standard input
 */
export function openInput(input: string): OpenedInput {
  // Standard input can be read only once.
  if (input === STANDARD_INPUT) return { file: once(() => readBounded(input)) };
  if (!isGitInput(input)) return openOnDisk(input, diskTree);
  try {
    return gitTree(input);
  } catch (error) {
    return { problem: unreadable(input, error as NodeJS.ErrnoException) };
  }
}

/** The tree of an input that is a folder or a commit. */
export function treeOf(input: string): FileTree | undefined {
  const opened = openInput(input);
  return 'tree' in opened ? opened.tree : undefined;
}

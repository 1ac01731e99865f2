/** Files that the configuration leaves out. */
import { type FileTree, pathIn } from './file-tree.js';
import { matchesGlob } from './glob.js';

/**
 * The tree, which knows what is left out: a kustomization that loads such a file is built for all that.
 *
 * @param exclude patterns of paths from the top of the repository; a folder leaves out all that is in it
 */
export function excluding(tree: FileTree, exclude: readonly string[]): FileTree {
  if (exclude.length === 0) return tree;
  const patterns = exclude.map((pattern) => pattern.replace(/^\.?\//, '').replace(/\/(?:\*\*)?$/, ''));
  const top = tree.top?.() ?? { tree, folder: '' };
  const isOne = (path: string): boolean => patterns.some((pattern) => matchesGlob(pattern, path, true));
  const isExcluded = (path: string): boolean => isOne(pathIn(top.folder, path));
  const whole = { ...top, tree: { ...top.tree, isExcluded: isOne } };
  return { ...tree, isExcluded, top: () => whole };
}

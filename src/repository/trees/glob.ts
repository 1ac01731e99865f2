/** Patterns of paths, `*` and `?` within a step and `**` for any number of steps; and a tree without the files that the configuration leaves out by them. */
import { type FileTree, pathIn } from './file-tree.js';

const STAR = '*';
const ANY_STEPS = '**';

/** Whether a path matches. @param across whether `**` stands for any number of steps, and not for a part of one */
export function matchesGlob(pattern: string, path: string, across: boolean): boolean {
  return matches(
    pattern.split('/'),
    path.split('/'),
    (step) => across && step === ANY_STEPS,
    (step, text) => matchesWildcards(step, text),
  );
}

/** Whether a text matches a pattern in which `*` is any text and `?` any sign. */
export function matchesWildcards(pattern: string, text: string): boolean {
  return matches(
    [...pattern],
    [...text],
    (sign) => sign === STAR,
    (sign, letter) => sign === '?' || sign === letter,
  );
}

/** Goes back to the last star alone, so that no pattern takes longer than its length times that of the text. */
function matches(
  pattern: readonly string[],
  text: readonly string[],
  isStar: (part: string) => boolean,
  isOne: (part: string, text: string) => boolean,
): boolean {
  let [at, star, from] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    const part = pattern[at];
    if (part !== undefined && isStar(part)) {
      [star, from] = [at, index];
      at += 1;
    } else if (part !== undefined && isOne(part, text[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      from += 1;
      index = from;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}

// Files that the configuration leaves out.

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

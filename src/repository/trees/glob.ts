/** Matches path patterns (`*` and `?` within a step, `**` for any number of steps), and applies the `exclude` patterns to a tree. */
import { type FileTree, pathIn } from './file-tree.js';

const STAR = '*';
const ANY_STEPS = '**';

/** Whether a path matches. @param across whether `**` matches any number of steps, rather than a part of one step */
export function matchesGlob(pattern: string, path: string, across: boolean): boolean {
  return matches(
    pattern.split('/'),
    path.split('/'),
    (step) => across && step === ANY_STEPS,
    (step, text) => matchesWildcards(step, text),
  );
}

/** Whether a text matches a pattern in which `*` is any text and `?` any character. */
export function matchesWildcards(pattern: string, text: string): boolean {
  return matches(
    [...pattern],
    [...text],
    (sign) => sign === STAR,
    (sign, letter) => sign === '?' || sign === letter,
  );
}

/** Backtracks only to the last star, so that the time is at most the pattern's length times the text's length. */
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

// Files that the configuration excludes.

/**
 * The tree with `isExcluded`. A kustomization that loads an excluded file is still built.
 *
 * @param exclude patterns of paths from the top of the repository; the pattern of a folder excludes all its files
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

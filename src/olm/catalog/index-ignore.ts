/** `.indexignore`: which files of a catalog `opm` ignores, by the rules of `.gitignore`. */
import ignore, { type Ignore } from 'ignore';

/** The file's name. */
export const INDEX_IGNORE = '.indexignore';

/** One line of such a file. */
export interface IgnoreRule {
  /** The folder that it applies to, by its path in the catalog. */
  readonly folder: string;
  readonly pattern: Ignore;
  /** Includes files again that an earlier rule ignores. */
  readonly negated: boolean;
}

/** The rules of a file in a folder. */
export function ignoreRules(folder: string, text: string): IgnoreRule[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const negated = line.startsWith('!');
      return { folder, pattern: ignore().add(negated ? line.slice(1) : line), negated };
    });
}

/**
 * Whether the last rule that matches a file ignores it. Unlike in git, a file in an ignored folder can be included again,
 * as in the documented example (everything except certain files).
 *
 * @param rules those of outer folders first
 */
export function isIgnored(file: string, rules: readonly IgnoreRule[]): boolean {
  const last = rules.findLast(({ folder, pattern }) => pattern.ignores(pathFrom(folder, file)));
  return last !== undefined && !last.negated;
}

/** @param folder the top of the catalog by either of its names, or a folder that the file is in */
function pathFrom(folder: string, file: string): string {
  return folder === '' || folder === '.' ? file : file.slice(folder.length + 1);
}

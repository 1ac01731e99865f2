/** `.indexignore`: the files of a catalog that `opm` ignores, by the rules of `.gitignore`. */
import ignore, { type Ignore } from 'ignore';

/** The file's name. */
export const INDEX_IGNORE = '.indexignore';

/** One line of such a file. */
export interface IgnoreRule {
  /** The folder of the rule, by its path in the catalog. */
  readonly folder: string;
  readonly pattern: Ignore;
  /** Whether the rule includes files again that an earlier rule ignores. */
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
 * @param rules the rules of outer folders first
 */
export function isIgnored(file: string, rules: readonly IgnoreRule[]): boolean {
  const last = rules.findLast(({ folder, pattern }) => pattern.ignores(pathFrom(folder, file)));
  return last !== undefined && !last.negated;
}

/** @param folder the top of the catalog, as '' or '.', or a folder that contains the file */
function pathFrom(folder: string, file: string): string {
  return folder === '' || folder === '.' ? file : file.slice(folder.length + 1);
}

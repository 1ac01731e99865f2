/** Pairs files that only have another path. A file that runs or counts at its path is not the same file elsewhere. */

import { groupBy } from '../../../../base/kubernetes/object.js';
import { folderOf, type UnreadFile } from '../../../../olm/model/unread-file.js';

/** Folders of which a forge runs every file, whatever its name. */
const RUN_WHOLE = [/^\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/, /^\.woodpecker\/[^/]+\.ya?ml$/];

type Files = ReadonlyMap<string, UnreadFile>;

/**
 * The earlier path of each file that only has another path, by its path: if two files have the same content, none of them is renamed.
 * @param runs whether a file runs this review
 */
export function renames(before: Files, after: Files, runs: (file: UnreadFile) => boolean): ReadonlyMap<string, string> {
  const byContent = (files: Files, others: Files): Map<string, UnreadFile[]> =>
    groupBy(
      // The text is read only of a file that comes or goes.
      [...files.values()].filter((file) => !others.has(file.path) && (file.text ?? '').trim() !== ''),
      ({ reason, content }) => `${reason} ${content}`,
    );
  const gone = byContent(before, after);
  return new Map(
    [...byContent(after, before)].flatMap(([key, [is, ...more]]) => {
      const [was, ...others] = gone.get(key) ?? [];
      if (!is || !was || more.length + others.length > 0) return [];
      const isRunWhole = ({ path }: UnreadFile): boolean => RUN_WHOLE.some((place) => place.test(path));
      const staysInPlace = folderOf(was.path) === folderOf(is.path) && isRunWhole(was) && isRunWhole(is);
      return (isBound(was) || runs(was) || runs(is)) && !staysInPlace ? [] : [[is.path, was.path] as const];
    }),
  );
}

/** Whether a forge or a tool looks for a file at its path. */
export function isBound({ reason }: UnreadFile): boolean {
  return reason === 'gate' || reason === 'forge';
}

/** The other path of a file that comes or goes, if exactly one other file does the opposite with the same content. */
export function otherPlaces(before: readonly UnreadFile[], after: readonly UnreadFile[]): (file: UnreadFile) => string | undefined {
  const [was, is] = [before, after].map((files) => new Set(files.map(({ path }) => path)));
  const only = (files: readonly UnreadFile[], others: ReadonlySet<string> | undefined): Map<string, UnreadFile[]> =>
    groupBy(
      files.filter(({ path }) => !others?.has(path)),
      ({ content }) => content,
    );
  let sides: readonly [Map<string, UnreadFile[]>, Map<string, UnreadFile[]>] | undefined;
  return ({ path, content }) => {
    sides ??= [only(before, is), only(after, was)];
    const [gone, came] = sides;
    const [other, ...more] = (was?.has(path) ? came : gone).get(content) ?? [];
    return more.length === 0 ? other?.path : undefined;
  };
}

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

/** Sources that a compiler reads, from whatever folder. */
const COMPILED = /\.(?:cs|go|java|kt|rs)$/;

/** Whether a program only has another folder, from which a compiler reads it. */
export function isCompiled({ path, reason }: UnreadFile, from: string): boolean {
  return reason === 'source-code' && COMPILED.test(path) && path.replace(/^.*\//s, '') === from.replace(/^.*\//s, '');
}

/**
 * The earlier path of each program that moves and changes, by its path: the only one that comes, and the only one that goes, with its name
 * and that of its folder.
 * @param renamed the files that only have another path
 */
export function movedPrograms(
  before: Files,
  after: Files,
  renamed: ReadonlyMap<string, string>,
  runs: (file: UnreadFile) => boolean,
): ReadonlyMap<string, string> {
  const earlier = new Set(renamed.values());
  const byName = (files: Files, others: Files, left: { has(path: string): boolean }): Map<string, UnreadFile[]> =>
    groupBy(
      [...files.values()].filter((file) => isCompiled(file, file.path) && !others.has(file.path) && !left.has(file.path) && !runs(file)),
      ({ path }) => path.split('/').slice(-2).join('/'),
    );
  const gone = byName(before, after, earlier);
  return new Map(
    [...byName(after, before, renamed)].flatMap(([name, [is, ...more]]) => {
      const [was, ...others] = gone.get(name) ?? [];
      return is && was && more.length + others.length === 0 ? [[is.path, was.path] as const] : [];
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

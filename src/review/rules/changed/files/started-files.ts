/**
 * Finds the files that pipelines lead to: the pipelines, the files that they name, and those that such files name. Texts for people count
 * where a shell or a program reads them. Each file is read once, however long a chain is.
 */

import { folderOf, type UnreadFile, type UnreadReason } from '../../../../olm/model/unread-file.js';
import { commandsIn, startsOfText } from './gate-parts.js';
import { type Start, StartIndex } from './gate-words.js';

/** Reasons of files that a pipeline can start. */
export const STARTED: ReadonlySet<UnreadReason> = new Set(['other', 'source-code', 'settings', 'hidden', 'pipeline']);
/** Files that run nothing, or name everything. */
export const NO_PROGRAM = /(?:^|\/)(?:OWNERS(?:_ALIASES)?|package-lock\.json|pnpm-lock\.yaml|yarn\.lock|go\.mod)$|\.tgz$|^node_modules\//;
/** Build files of others, which no pipeline here starts. */
export const VENDORED = /(?:^|\/)(?:vendor|third_party)\//;
/** Pipelines and hooks that no forge names at a fixed path. */
const ENTRY =
  /(?:^|[/.])(?:pre-commit-(?:config|hooks)|\w*-?lefthook(?:-local)?|cloudbuild|buildspec|atlantis|skaffold|compose|docker-compose)\.ya?ml$|(?:^|\/)[^/]*(?:prow|concourse|tekton|pipeline|jenkins)[^/]*(?:\/.*)?\.(?:ya?ml|groovy)$|^\.tekton\//i;

/** @param texts files for people, of which most are read by nobody else */
export function startedFiles(unread: readonly UnreadFile[], texts: readonly UnreadFile[] = []): readonly UnreadFile[] {
  const isEntry = ({ path, reason }: UnreadFile): boolean =>
    (reason === 'forge' || reason === 'gate' || (STARTED.has(reason) && ENTRY.test(path))) &&
    !NO_PROGRAM.test(path) &&
    !VENDORED.test(path);
  const [named, textsNamed] = [byName(unread.filter(({ reason }) => STARTED.has(reason))), byName(texts)];
  const found = new Set([...unread.filter(isEntry), ...texts.filter(({ path }) => ENTRY.test(path) && !VENDORED.test(path))]);
  const asked = new Set<string>();
  // Iteration also visits the files that are added meanwhile.
  for (const { path, text = '' } of found) {
    const words = new Set(text.match(/[\w.-]+/g) ?? []);
    for (const word of [...words, ...patternsIn(text)]) {
      if (asked.has(word)) continue;
      asked.add(word);
      for (const file of named.get(word) ?? []) found.add(file);
    }
    const candidates = [...words].flatMap((word) => textsNamed.get(word) ?? []);
    for (const file of readIn(commandsIn(text, path), candidates)) found.add(file);
  }
  return [...found];
}

/** The texts that a text reads. */
function readIn(text: string, candidates: readonly UnreadFile[]): readonly UnreadFile[] {
  if (candidates.length === 0) return [];
  const own = candidates.map((file) => ({ file, starts: startsOfText(file.path) }));
  const index = new StartIndex(own.flatMap(({ starts }) => starts));
  const read = new Set<Start | undefined>(index.in(text));
  return own.flatMap(({ file, starts }) => (read.has(undefined) || starts.some((start) => read.has(index.of(start))) ? [file] : []));
}

/** The folder and the ending of each pattern in a text. */
function patternsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w.-])([\w.-]+)"?\/\*[*/]*(?:\.(\w+))?/g)].map(([, folder, ending]) => `${folder}/${ending ?? ''}`);
}

/** The files by the words and patterns that name them: a folder with an action has the name of the folder. */
function byName(files: readonly UnreadFile[]): ReadonlyMap<string, readonly UnreadFile[]> {
  const found = new Map<string, UnreadFile[]>();
  for (const file of files) {
    const { path } = file;
    const name = nameOf(path);
    const ending = /\.(\w+)$/.exec(name)?.[1] ?? '';
    const folders = new Set(path.split('/'));
    const names = [name, ...(/^action\.ya?ml$/.test(name) ? [nameOf(folderOf(path))] : [])];
    for (const key of new Set([...names, ...[...folders].flatMap((folder) => [`${folder}/${ending}`, `${folder}/`])])) {
      const known = found.get(key);
      if (known) known.push(file);
      else found.set(key, [file]);
    }
  }
  return found;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

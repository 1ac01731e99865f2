/** Lists the files that differ and hold no object that was read: workflows, scripts, values, charts, submodules, documents. */

import { groupBy } from '../../base/kubernetes/object.js';
import { paired } from '../../base/kubernetes/paired.js';
import { OF_UNIT, type UnreadFile } from '../../olm/model/unread-file.js';
import { IMAGE_FILE } from '../rules/changed/files/changed-files.js';
import { changesBySource } from '../rules/changed/files/changes-by-source.js';
import { isInTemplates } from '../rules/changed/files/chart-templates.js';
import { SAME_MEANING, textFields } from './meaning.js';
import type { Changed, ChangedField } from './review.js';

/**
 * The changes of files, by path.
 * @param isRead whether a revision reads the file at a path
 * @param isTold whether the change of a path is known, and is left out
 */
export function fileChanges(
  before: readonly UnreadFile[],
  after: readonly UnreadFile[],
  isRead: (path: string) => boolean,
  isTold: (path: string) => boolean = () => false,
): Changed[] {
  const byPath = (files: readonly UnreadFile[]): Map<string, UnreadFile[]> => groupBy(files, ({ path }) => path);
  const renamed = renamedFiles(before, after, isRead);
  const earlier = new Set(renamed.values());
  return paired(byPath(before), byPath(after)).flatMap(({ key: name, before: old = [], after: now = [] }): Changed[] => {
    if (earlier.has(name) || isTold(name)) return [];
    const from = renamed.get(name);
    if (from !== undefined) return [{ object: { kind: 'File', name }, fields: [{ field: `renamed from ${from}` }] }];
    const contents = [old, now].map((files) => [...new Set(files.map(({ content }) => content))].sort().join());
    if (contents[0] === contents[1]) return [];
    const object = { kind: 'File', name };
    if ([...old, ...now].some(isUnbuilt)) return [ofUnbuilt(object, old, now)];
    const differing = (files: readonly UnreadFile[], others: readonly UnreadFile[]): UnreadFile | undefined =>
      files.find(({ content }) => !others.some((other) => other.content === content)) ?? files[0];
    const [was, is] = [differing(old, now), differing(now, old)];
    if (was && is) return [{ object, fields: fieldsOfFile(was, is) }];
    if (isRead(name)) return [{ object, fields: [{ field: is ? 'is no longer read' : 'is read now' }] }];
    const parts = partsOf(was, is);
    return [parts ? { object, fields: parts } : { object, presence: is ? 'added' : 'removed', fields: objectsOf(was, is) }];
  });
}

/** The parts of a kustomization that are not read, such as patches of a remote base, if only one side has any: its file can be old. */
function partsOf(was: UnreadFile | undefined, is: UnreadFile | undefined): ChangedField[] | undefined {
  const { path = '', reason } = is ?? was ?? {};
  if (reason !== 'not-applied' || !/(?:^|\/)kustomization\.ya?ml$/.test(path)) return undefined;
  const fields = textFields(was?.text, is?.text);
  return fields.length > 0 ? fields : undefined;
}

/** The objects of a template that comes or goes. */
function objectsOf(was: UnreadFile | undefined, is: UnreadFile | undefined): ChangedField[] {
  const { path, reason, text } = is ?? was ?? {};
  if (text === undefined || reason !== 'chart-source' || !isInTemplates(path ?? '')) return [];
  return textFields(was?.text, is?.text).filter(({ before, after }) => (was ? before === 'removed' : after === 'new'));
}

/** The earlier path of each file that only has another path, by its path; a content that several files have tells nothing. */
function renamedFiles(
  before: readonly UnreadFile[],
  after: readonly UnreadFile[],
  isRead: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const [was, is] = [before, after].map((files) => new Set(files.map(({ path }) => path))) as [Set<string>, Set<string>];
  const only = (files: readonly UnreadFile[], others: ReadonlySet<string>): Map<string, UnreadFile[]> =>
    groupBy(
      files.filter((file) => !others.has(file.path) && !isRead(file.path) && !isUnbuilt(file) && (file.text ?? '').trim() !== ''),
      ({ reason, content }) => `${reason} ${content}`,
    );
  const gone = only(before, is);
  return new Map(
    [...only(after, was)].flatMap(([key, [now, ...more]]) => {
      const [old, ...others] = gone.get(key) ?? [];
      return now && old && more.length + others.length === 0 ? [[now.path, old.path] as const] : [];
    }),
  );
}

function isUnbuilt({ reason }: UnreadFile): boolean {
  return OF_UNIT.has(reason);
}

/** The change of a kustomization that one of the sides cannot build, with the lines of the file of its name. */
function ofUnbuilt(object: Changed['object'], old: readonly UnreadFile[], now: readonly UnreadFile[]): Changed {
  const word = now.some(isUnbuilt) ? (old.some(isUnbuilt) ? 'cannot be built, as before' : 'cannot be built') : 'can be built now';
  const [was, is] = [old, now].map((files) => files.find((file) => !isUnbuilt(file)));
  return { object, fields: [{ field: word }, ...(was && is && was.content !== is.content ? fieldsOfFile(was, is) : [])] };
}

/** Programs and documents, whose changed lines are only counted: their words are no settings. */
const COUNTED: ReadonlySet<UnreadFile['reason']> = new Set(['source-code', 'no-object']);

function fieldsOfFile(was: UnreadFile, is: UnreadFile): ChangedField[] {
  // The target of a link, and the commit of a submodule.
  if (was.reason === 'submodule' || was.reason === 'link') return [{ field: was.reason, before: was.content, after: is.content }];
  if (was.sources && is.sources) return fieldsOfSources(was, is);
  const [old, now] = [was.text, is.text];
  if (old === undefined || now === undefined) return [];
  if (COUNTED.has(is.reason)) return countedLines(old, now);
  return IMAGE_FILE.test(is.path) ? fieldsOfBuild(old, now) : textFields(old, now);
}

/** The changes of an entry's sources; those that differ only in blanks or comments count if all others are equal. */
function fieldsOfSources(was: UnreadFile, is: UnreadFile): ChangedField[] {
  const fields = changesBySource(was, is, (before, after) => textFields(before, after).filter(({ field }) => field !== SAME_MEANING));
  return fields.length > 0 ? [...fields] : [{ field: SAME_MEANING }];
}

const FROM = /^\s*FROM\s+/i;

/** The images that a build begins with come first: they say more than its arguments and labels. */
function fieldsOfBuild(was: string, is: string): ChangedField[] {
  const lines = [was, is].map((text) => text.split('\n')) as [string[], string[]];
  const [old, now] = lines.map((all) => all.filter((line) => FROM.test(line)).map((line) => line.replace(FROM, '').trim())) as [
    string[],
    string[],
  ];
  const [gone, came] = [lacking(old, now), lacking(now, old)];
  const images = Array.from({ length: Math.max(gone.length, came.length) }, (_, index): ChangedField => {
    const [before, after] = [gone[index], came[index]];
    return { field: 'FROM', ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  });
  if (images.length === 0) return textFields(was, is);
  const [others, rest] = lines.map((all) => all.filter((line) => !FROM.test(line)).join('\n'));
  return others === rest ? images : [...images, ...textFields(others, rest)];
}

function countedLines(was: string, is: string): ChangedField[] {
  const [old, now] = [was, is].map((text) => text.split('\n').map((line) => line.trim())) as [string[], string[]];
  const [gone, came] = [lacking(old, now), lacking(now, old)];
  const [removed, added] = [gone, came].map((lines) => lines.filter((line) => line !== '').length) as [number, number];
  if (removed + added > 0) return [{ field: 'lines', before: `${removed} removed`, after: `${added} new` }];
  return [{ field: gone.length + came.length > 0 ? 'blank lines' : 'the order or indentation of its lines' }];
}

/** The lines that the others do not have, as often as they lack them. */
function lacking(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

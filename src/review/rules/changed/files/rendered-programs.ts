/**
 * Recognises changed Jsonnet whose output is in the input: a manifest of the same name that changes with it, or one whose name contains that
 * of the program. The review reads the manifest; nothing that is known applies the folder of the program, so that nothing is known to
 * evaluate it.
 */

import type { RawFile, UnreadFile } from '../../../../olm/model/unread-file.js';
import { folderOf, plainPath } from '../../../../olm/model/unread-file.js';
import type { State } from '../../../state/state.js';

const PROGRAM = /\.jsonnet$/;
/** Shorter names are parts of many others. */
const SHORTEST_NAME = 8;
const IMPORT = /\bimport\s*(?:\(\s*)?['"]([^'"]+)['"]/g;

/** The output of a program. */
export interface Rendering {
  readonly path: string;
  /** Whether it has the name of the program, or of one that loads it. */
  readonly isOfName: boolean;
}

/**
 * Returns the manifest that is made of a program. Both states must have both files: a change cannot bring a pair.
 *
 * @param delivered folders that objects of the input apply
 */
export function renderedPrograms(base: State, head: State, delivered: readonly string[]): (file: UnreadFile) => Rendering | undefined {
  const [before, after] = [base, head].map(renderings) as [ReadonlyMap<string, RawFile>, ReadonlyMap<string, RawFile>];
  const [known, now] = [base, head].map(programsOf) as [ReadonlyMap<string, string>, ReadonlyMap<string, string>];
  const changed = new Map<string, Rendering>();
  const note = (stem: string, programs: ReadonlySet<string>, isOfName: boolean): void => {
    const [was, is] = [before, after].map((files) => files.get(stem));
    if (!was || !is || was.path !== is.path || was.content() === is.content()) return;
    const [old, later] = [linesOfValues(was), linesOfValues(is)];
    const shown = { added: addedLines(old, later), removed: addedLines(later, old) };
    for (const one of programs)
      if (!changed.has(one) && isShown(known.get(one) ?? '', now.get(one) ?? '', shown)) changed.set(one, { path: is.path, isOfName });
  };
  for (const [path, text] of known) if (PROGRAM.test(path)) note(stemOf(path), importedFrom(path, text, known), true);
  for (const [path, text] of known) {
    if (changed.has(path) || now.get(path) === text) continue;
    const [stem = '', ...more] = [...before.keys()].filter((one) => isNameIn(stemOf(path), one));
    if (more.length === 0) note(stem, new Set([path]), false);
  }
  if (changed.size === 0 || [base, head].some(appliesPrograms)) return () => undefined;
  const applied = [...delivered, ...[base, head].flatMap(({ raw }) => raw?.applied() ?? []).map(({ path }) => plainPath(path))];
  const isApplied = (path: string): boolean => applied.some((folder) => folder === '' || path.startsWith(`${folder}/`));
  return ({ path }) => (isApplied(path) ? undefined : changed.get(path));
}

/** Fields and kinds by which an object gets power. */
const POWER =
  /^(?:host\w+|privileged|allow\w+|capabilities|runAs\w+|serviceAccount\w*|automount\w+|securityContext|volume\w*|subPath|command|args|image|env\w*|procMount|\w*containers|nodeName|webhooks?|clientConfig|caBundle|rules|verbs|resources|apiGroups|nonResourceURLs|subjects|roleRef|\w*Role\w*|Subscription|CatalogSource|OperatorGroup|ClusterExtension|channel|source\w*|startingCSV|approval|\w*secret\w*|\w*token\w*|kind|namespace)$/i;
/** Expressions that make a name of its parts, or bring what no line shows. */
const MADE = /\bstd\.|\bimport\w*\b|\[\s*['"(]|['"]\s*[+%]|[+%]\s*['"(]|\$\[/;

/** The lines of a manifest that come and go, each a field with its value. */
interface Shown {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Whether the manifest gets each field of power and each text that a program gets, and loses each field that it loses. */
function isShown(before: string, after: string, shown: Shown): boolean {
  const [was, is] = [before, after].map((text) => text.split('\n')) as [string[], string[]];
  const [added, removed] = [addedLines(was, is), addedLines(is, was)];
  const [come, gone] = [shown.added, shown.removed].map(fieldsIn) as [ReadonlySet<string>, ReadonlySet<string>];
  const text = shown.added.join('\n');
  // A changed line has its field on both sides.
  const left = new Set(fieldsOfProgram(added));
  const isText = (quoted: string): boolean => text.includes(JSON.stringify(quoted.slice(1, -1)).slice(1, -1));
  return (
    !added.some((line) => MADE.test(line)) &&
    wordsIn(added).every((word) => !POWER.test(word) || come.has(word)) &&
    added.every((line) => (line.match(QUOTED) ?? []).every(isText)) &&
    fieldsOfProgram(removed).every((field) => left.has(field) || gone.has(field))
  );
}

const QUOTED = /'[^'\\]*'|"[^"\\]*"/g;
const FIELD = /(\w+)['"]?\s*:(?!:)/g;

function fieldsOfProgram(lines: readonly string[]): string[] {
  return lines.flatMap((line) => [...line.matchAll(FIELD)].map(([, field = '']) => field.toLowerCase()));
}

/** The fields of lines, and the kinds that they name. */
function fieldsIn(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap((line) =>
      [...line.matchAll(/^\s*"(\w+)":(?: "(\w+)",?$)?/g)].flatMap(([, field = '', value]) =>
        (field === 'kind' && value ? [field, value] : [field]).map((word) => word.toLowerCase()),
      ),
    ),
  );
}

/** What a manifest says apart from the texts of labels and annotations, a field in each line. */
function linesOfValues(file: RawFile): string[] {
  const withoutMarks = (key: string, value: unknown): unknown => (key === 'labels' || key === 'annotations' ? undefined : value);
  return JSON.stringify(file.values() ?? [], withoutMarks, 1).split('\n');
}

/** The lines that the others have more often. */
function addedLines(before: readonly string[], after: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of before) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  return after.filter((line) => {
    const count = left.get(line.trim()) ?? 0;
    left.set(line.trim(), count - 1);
    return count <= 0;
  });
}

function wordsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.match(/\w+/g) ?? []).map((word) => word.toLowerCase());
}

/** Whether a program of the repository gives the output of Jsonnet to a cluster. */
function appliesPrograms({ unread }: State): boolean {
  return unread.some(({ text = '' }) => /jsonnet/i.test(text) && /\b(?:kubectl|oc)\b[^\n]*\b(?:apply|create|replace)\b/.test(text));
}

/** The files that are read as they are written, by their names without an ending; a name of two files is none. */
function renderings({ raw }: State): ReadonlyMap<string, RawFile> {
  const found = new Map<string, RawFile | undefined>();
  for (const file of raw?.plain ?? []) found.set(stemOf(file.path), found.has(stemOf(file.path)) ? undefined : file);
  return new Map([...found].flatMap(([stem, file]) => (file ? [[stem, file]] : [])));
}

function programsOf({ unread }: State): ReadonlyMap<string, string> {
  return new Map(unread.flatMap(({ path, reason, text }) => (reason === 'program' && text !== undefined ? [[path, text]] : [])));
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}

/** Whether a name is a part of another one, such as `api` of `dashboard-api.configmap`. */
function isNameIn(name: string, other: string): boolean {
  const at = other.indexOf(name);
  if (name.length < SHORTEST_NAME || at === -1) return false;
  return [other.charAt(at - 1), other.charAt(at + name.length)].every((sign) => !/\w/.test(sign));
}

/** The program and the known files that it loads. */
function importedFrom(path: string, text: string, known: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Map([[path, text]]);
  for (const [from, its] of found)
    for (const [, name = ''] of its.matchAll(IMPORT)) {
      const folder = folderOf(from);
      const target = plainPath(folder === '' ? name : `${folder}/${name}`);
      const own = known.get(target);
      if (own !== undefined) found.set(target, own);
    }
  return new Set(found.keys());
}

/**
 * Recognises files that no kustomization lists and that nothing else names: no script, no pipeline, and no object that applies files of a
 * repository. Nothing applies such a file until a later change lists it.
 */

import { sortedText } from '../../../../base/manifest/plain-data.js';
import { folderOf, type UnreadFile } from '../../../../olm/model/unread-file.js';
import type { State } from '../../../state/state.js';
import { isDelivery } from '../kind-effects.js';
import { commandsIn, isProse } from './gate-parts.js';
import { textChanges } from './text-changes.js';
import { decides } from './weighed-changes.js';

/** Tools find it by its folder, and refuse a second one there. */
const KUSTOMIZATION = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/;

/** @returns whether nothing in either state names an unlisted file */
export function unnamedFiles(base: State, head: State, plainRoots: readonly string[]): (file: UnreadFile) => boolean {
  let texts: readonly string[] | undefined;
  const names = (path: string): boolean => {
    texts ??= [base, head].flatMap(namingTexts);
    const [name, folder] = [path.slice(path.lastIndexOf('/') + 1), folderOf(path)];
    // A kustomization is named by its folder, and does not build the file.
    const isFolder = new RegExp(`-[fR]\\S*[ =]\\S*${escaped(folder)}/?(?![\\w/.-])`);
    return texts.some((text) => text.includes(name) || (folder !== '' && isFolder.test(text)) || appliesAny(text));
  };
  const isApplied = ({ path }: UnreadFile): boolean =>
    plainRoots.some((root) => path.startsWith(`${root}/`)) ||
    [base, head].some(({ raw }) => raw?.applied().some(({ plain }) => plain.has(path)) === true);
  return (file) =>
    file.reason === 'unlisted' && file.entry === undefined && !KUSTOMIZATION.test(file.path) && !isApplied(file) && !names(file.path);
}

const APPLIES = /\b(?:apply|create|replace)\b/;
/** A pattern, a variable or the folder of the script in place of a name. */
const ANY_FILE = /(?:-f|--filename|-R\S{0,20})[ =]?["']?(?:\$|\.\/?(?:["'\s]|$)|\S{0,999}\*)/;
const ANY_TEXT = /-f[ =]?-/;
const READS_FILES = /\b(?:cat|find|sed|envsubst|xargs)\b/;

/** Whether a script applies files that it does not name. */
function appliesAny(text: string): boolean {
  if (!APPLIES.test(text)) return false;
  return text
    .split('\n')
    .some((line) => APPLIES.test(line) && (ANY_FILE.test(line) || (READS_FILES.test(line) && (ANY_TEXT.test(line) || /xargs/.test(line)))));
}

/** Whether a file has no object, and no changed value that installs something: no tool applies it. */
export function holdsNoObject(was: UnreadFile | undefined, is: UnreadFile): boolean {
  const isWithout = (side: UnreadFile | undefined): boolean =>
    side === undefined || (side.text !== undefined && !/(?:^|[\s"'{,])(?:apiVersion|kind|\$ref|\{\{)/m.test(side.text));
  return isWithout(was) && isWithout(is) && !textChanges(was?.text, is.text).some(decides);
}

/** Texts that a script can read line by line, or apply whatever their ending says; settings of other tools have other rules. */
const TEXT = /\.(?:txt|text|md|log|csv|tsv|lst|list|in|out|rst|adoc|diff|bak|orig|tmp|html?)$/i;
const OF_CLUSTER = /\b(?:kubectl|oc|helm|kustomize|k8s)\b/;

/** @returns whether a script that reaches a cluster names a text, or all texts with its ending */
export function namedTexts(base: State, head: State): (file: UnreadFile) => boolean {
  let scripts: string | undefined;
  const readByEnding = new Map<string, boolean>();
  return ({ path }) => {
    if (!TEXT.test(path)) return false;
    scripts ??= readingScripts(base, head);
    const ending = endingOf(path);
    const isAny = readByEnding.get(ending) ?? readsAny(scripts, ending);
    readByEnding.set(ending, isAny);
    return isAny || isReadBy(scripts, path);
  };
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.'));
}

/** Whether a pattern, a variable, or the names of what differs can stand for any text with this ending. */
function readsAny(scripts: string, ending: string): boolean {
  if (scripts.includes(`*${ending}`) || scripts.includes('--name-only')) return true;
  return new RegExp(`\\$(?:\\w{1,99}|\\{[^}\\s]{0,99}\\})${escaped(ending)}`).test(scripts);
}

/** The file that a tool writes, and a comparison of git: neither reads a text. */
const WRITES = /(?:\s(?:-o|--output(?:-file)?)[ =]|(?<![<\d])>)[ \t]*[^\s|;&]*$/;
const COMPARES = /\bgit diff (?:--exit-code|--quiet)\b[^|;&]*$/;
const ENDS = /^[ \t)"';]*(?:then)?$/;

/** Whether a text is named by a line that does more than to write or compare it. */
function isReadBy(scripts: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (scripts.includes(`${name.slice(0, name.lastIndexOf('.'))}.*`)) return true;
  for (let at = scripts.indexOf(name); at >= 0; at = scripts.indexOf(name, at + 1)) {
    const end = scripts.indexOf('\n', at);
    const [before, after] = [
      scripts.slice(scripts.lastIndexOf('\n', at) + 1, at),
      scripts.slice(at + name.length, end < 0 ? undefined : end),
    ];
    if (!ENDS.test(after) || !(WRITES.test(before) || COMPARES.test(before))) return true;
  }
  return false;
}

/** The paths of a workflow, which decide when it runs. */
const PATHS = /^( *)paths(?:-ignore)?: *\n(?:\1 *- .*\n)+/gm;

/** The settings of a site of pages, which name its texts. */
const OF_SITE = /(?:^|\/)(?:mkdocs|antora(?:-playbook)?|_config|_toc|_quarto)\.ya?ml$/;

/** The text of all scripts that reach a cluster. What people read is no script, unless a script names it. */
function readingScripts(base: State, head: State): string {
  const left = new Set([base, head].flatMap(namingFiles).filter(({ text }) => OF_CLUSTER.test(text)));
  let scripts = '';
  const take = (counts: (path: string) => boolean): boolean => {
    const found = [...left].filter(({ path }) => counts(path));
    for (const one of found) {
      left.delete(one);
      scripts += `${one.path.startsWith('.github/workflows/') ? one.text.replace(PATHS, '') : one.text}\n`;
    }
    return found.length > 0;
  };
  take((path) => !isProse(path) && !OF_SITE.test(path));
  while (left.size > 0 && take((path) => readsAny(scripts, endingOf(path)) || isReadBy(scripts, path)));
  return scripts;
}

/** What scripts, pipelines and objects that apply files say. */
function namingTexts(state: State): string[] {
  return namingFiles(state).map(({ text }) => text);
}

/** What scripts, pipelines and objects that apply files say, and their paths. */
function namingFiles(state: State): { readonly path: string; readonly text: string }[] {
  const { unread, started, beside = [], given, untouched } = state;
  const files = [...unread, ...(started?.() ?? []), ...beside].filter(({ reason }) => reason !== 'unlisted' && reason !== 'not-listed');
  const deliveries = [...given, ...(untouched?.objects ?? []), ...(untouched?.perhaps ?? [])].filter(isDelivery);
  return [
    ...files.map(({ text = '', path }) => ({ path, text: commandsIn(text, path) })),
    ...deliveries.map((object) => ({ path: '', text: sortedText(object) })),
  ];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

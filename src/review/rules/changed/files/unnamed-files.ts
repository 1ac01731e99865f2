/**
 * Recognises files that no kustomization lists and that nothing else names: no script, no pipeline, and no object that applies files of a
 * repository. Nothing applies such a file until a later change lists it.
 */

import { sortedText } from '../../../../base/manifest/plain-data.js';
import { folderOf, type UnreadFile } from '../../../../olm/model/unread-file.js';
import type { State } from '../../../state/state.js';
import { isDelivery } from '../kind-effects.js';
import { commandsIn } from './gate-parts.js';
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
  let texts: readonly string[] | undefined;
  return ({ path }) => {
    if (!TEXT.test(path)) return false;
    texts ??= [base, head].flatMap(namingTexts).filter((text) => OF_CLUSTER.test(text));
    const name = path.slice(path.lastIndexOf('/') + 1);
    const ending = name.slice(name.lastIndexOf('.'));
    return texts.some((text) => text.includes(name) || text.includes(`*${ending}`));
  };
}

/** What scripts, pipelines and objects that apply files say. */
function namingTexts(state: State): string[] {
  const { unread, started, beside = [], given, untouched } = state;
  const files = [...unread, ...(started?.() ?? []), ...beside].filter(({ reason }) => reason !== 'unlisted' && reason !== 'not-listed');
  const deliveries = [...given, ...(untouched?.objects ?? []), ...(untouched?.perhaps ?? [])].filter(isDelivery);
  return [...files.map(({ text = '', path }) => commandsIn(text, path)), ...deliveries.map((object) => sortedText(object))];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

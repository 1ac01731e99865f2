/**
 * Compares texts that were not read as manifests: values, patches, templates, scripts. Text that parses as YAML is compared by fields, with
 * the objects that contain them; other text by words such as `source = "a"`, and finally by whole lines.
 */

import { isDeepStrictEqual } from 'node:util';
import { plainText, replaceActions } from '../../../../base/inside/template-text.js';
import { groupBy } from '../../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { type ParsedDocument, parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import { KUSTOMIZE_GROUP } from '../../../../base/tools/kustomize.js';
import { documentsByName, looseText } from './loose-template.js';
import { oncePerTexts } from './once-per-texts.js';

/** One change: with only one value, it is an addition or removal; without values, only the order changes. */
export interface TextChange {
  /** The object in the text that contains the field, such as `Subscription acme`. */
  readonly of?: string | undefined;
  readonly field: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The characters of the texts whose changes are kept: several rules and the list of changes compare the same ones. */
const KEPT = 1 << 24;

/** @returns empty if only comments, blanks or the order of keys differ */
export const textChanges = oncePerTexts(KEPT, changesOf);

function changesOf(before: string | undefined, after: string | undefined): readonly TextChange[] {
  const [read, other] = [before, after].map((text) => (text === undefined ? NOTHING : readText(text))) as [ReadText, ReadText];
  const [old, now] = [read, other].map(valuesIn);
  const moved: string[] = [];
  const sides = old && now ? alignedValues(old, now, [], moved) : undefined;
  const [was, is] = [read, other].map((side, index) => sides && leavesIn(side, sides[index] as readonly unknown[]));
  if (!was || !is) {
    const [plain, other] = [before, after].map((text) => (text === undefined ? text : blanked(text)));
    const lines = documentChanges(plain, other) ?? lineChanges(before ?? '', after ?? '');
    return withIndentation(lines, indentation(before), indentation(after));
  }
  const changes = pairedLeaves(was, is);
  const others =
    changes.length > 0 ? [...changes, ...moved.map((field) => ({ field: `the order of ${field}` }))] : orderChanges(read, other);
  // Output of a template action is not part of the compared YAML, and its indentation has a meaning.
  const found = withIndentation(others, indentation(before, '{{'), indentation(after, '{{'));
  // A key that is written twice is one value here, and a mistake that stops kustomize and Argo CD.
  return found.length === 0 && faultsIn(read) !== faultsIn(other) ? lineChanges(before ?? '', after ?? '') : found;
}

/**
 * The changes of templates that are no YAML, document by document: a line is one of the object that its document names. Undefined if no
 * document has a name, or if only their order differs.
 */
function documentChanges(before: string | undefined, after: string | undefined): readonly TextChange[] | undefined {
  const [old, now] = [before, after].map((text = '') => documentsByName(text));
  if (![before, after].some((text) => text?.includes('{{')) || (!old && !now)) return undefined;
  const isOne = [old, now].every((parts) => (parts?.size ?? 0) <= 1);
  const found = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((name): readonly TextChange[] => {
    const [was, is] = [old ? old.get(name) : name === '' ? before : undefined, now ? now.get(name) : name === '' ? after : undefined];
    if (was === is) return [];
    const changes = isOne || name === '' ? lineChanges(was ?? '', is ?? '') : changesOf(was, is);
    return changes.map((change) => (name === '' || change.of !== undefined || isControl(change) ? change : { ...change, of: name }));
  });
  return found.length > 0 ? found : undefined;
}

/** Whether a change is one of a line with actions of a template alone. */
export function isControl({ of, field, before, after }: TextChange): boolean {
  const isAction = (line: string): boolean => line.startsWith('{{') && replaceActions(line, () => '').trim() === '';
  return of === undefined && field === '' && [before, after].every((line) => line === undefined || isAction(line.trim()));
}

/** The mistakes that only lenient parsers tolerate, such as a repeated key. */
function faultsIn({ plain }: ReadText): string {
  return parseDocuments({ file: '', text: plain }, { lenient: true })
    .problems.map(({ code }) => code)
    .join();
}

/** Changes between texts with the same values. If template conditions surround lines, lines are compared instead of values. */
function orderChanges(before: ReadText, after: ReadText): readonly TextChange[] {
  // If template lines control other lines, the place of a line counts.
  if ([before, after].some((side) => actionLines(side).length > 0)) return lineChanges(before.text, after.text);
  const [was, is] = [before, after].map((side) => leavesIn(side, JSON.parse(sortedText(valuesIn(side) ?? [])) as unknown[]));
  return isDeepStrictEqual(was, is) ? [] : [{ field: 'the order of its entries' }];
}

function withIndentation(changes: readonly TextChange[], was: readonly number[], is: readonly number[]): readonly TextChange[] {
  return changes.length > 0 || isDeepStrictEqual(was, is) ? changes : [{ field: 'the indentation of its lines' }];
}

/**
 * The indentation of lines with content.
 * @param mark a text that the lines contain
 */
function indentation(text = '', mark = ''): number[] {
  return blanked(text)
    .split('\n')
    .flatMap((line) => (isQuiet(line) || !line.includes(mark) ? [] : [line.length - line.trimStart().length]));
}

/** A value in a text, with its place. */
interface Leaf {
  readonly of?: string | undefined;
  readonly at: string;
  readonly value: string;
}

/** A text and its documents. Text of other formats sometimes parses as YAML: then it is a single string, and has no documents. */
interface ReadText {
  readonly text: string;
  readonly documents: readonly ParsedDocument[] | undefined;
  /** The text that the documents were read from; its lines that only control others are blank. */
  readonly plain: string;
}

const NOTHING: ReadText = { text: '', documents: [], plain: '' };

function valuesIn({ documents }: ReadText): readonly unknown[] | undefined {
  return documents?.map(({ value }) => value);
}

function readText(text: string): ReadText {
  const plain = plainText(text);
  // A template action in a multi-line string stays as it is.
  const documents = dataIn(withYtt(plain)) ?? (plain === text ? undefined : dataIn(withYtt(text)));
  if (documents || !text.includes('{{')) return { text, documents, plain };
  const loose = looseText(plain);
  const others = dataIn(loose);
  return others ? { text, documents: others, plain: loose } : { text, documents, plain };
}

/** The values of a text, and its lines that no document contains. */
function leavesIn(read: ReadText, values: readonly unknown[]): Leaf[] {
  return [...values.flatMap((value) => leaves(value, [], undefined)), ...actionLines(read), ...yttLines(read.plain)];
}

function dataIn(text: string): readonly ParsedDocument[] | undefined {
  const { documents, problems } = parseDocuments({ file: '', text }, { lenient: true });
  const isData = documents.every(({ value }) => typeof value === 'object' && value !== null);
  return isData && problems.every(({ tolerated }) => tolerated) ? documents : undefined;
}

/** A value that ytt writes, with its comment. */
const YTT_VALUE = /((?::|^[ \t]*-)[ \t]+)(#@[ \t].*)$/gm;

/** Replaces the values that ytt writes by their expressions. */
function withYtt(text: string): string {
  return text.includes('#@') ? text.replace(YTT_VALUE, (_, before: string, mark: string) => before + JSON.stringify(mark.trim())) : text;
}

/** Other comments of ytt: conditions, loops, overlays. */
function yttLines(text: string): Leaf[] {
  if (!text.includes('#@')) return [];
  return [...withYtt(text).matchAll(/^(?:.*[ \t])?(#@.*)$/gm)].map(([, mark = '']) => ({ at: '', value: mark.trim() }));
}

const TEMPLATE_COMMENT = /\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g;
/** A comment of Helm inside of one of YAML hides lines from Helm alone. */
const IN_COMMENT = /#[^\n{#]{0,999}\{\{-?\s{0,99}\/\*/;
const COMMENT_END = /\*\/\s*-?\}\}/g;

/** A template without its comments. */
function blanked(text: string): string {
  // Behind the last end of a comment, no opening has one.
  const last = text.includes('{{') ? [...text.matchAll(COMMENT_END)].at(-1) : undefined;
  if (!last || IN_COMMENT.test(text)) return text;
  const end = last.index + last[0].length;
  return text.slice(0, end).replace(TEMPLATE_COMMENT, (comment) => comment.replace(/[^\n]/g, '')) + text.slice(end);
}

/** Lines of a template that only control other lines: the YAML does not contain them. */
function actionLines({ text, plain }: ReadText): Leaf[] {
  const left = plain.split('\n');
  return blanked(text)
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' || line === left[index] || left[index]?.includes('{{') ? [] : [{ at: '', value: line.trim() }],
    );
}

/** Strings that only quotes distinguish from numbers and other scalars. */
const OTHER_SCALAR = /^(?:true|false|null|[-+]?[\d.]+(?:e[-+]?\d+)?)$/i;

function leaves(value: unknown, at: FieldPath, of: string | undefined): Leaf[] {
  const own = objectName(value);
  if (own !== undefined) return Object.entries(value as object).flatMap(([key, one]) => leaves(one, [key], own));
  if (typeof value === 'object' && value !== null && !(value instanceof Map) && Object.keys(value).length === 0)
    return [{ of, at: formatFieldPath(at), value: Array.isArray(value) ? '[]' : '{}' }];
  if (value instanceof Map) return [...value].flatMap(([label, one]) => leaves(one, [...at, label as number], of));
  if (Array.isArray(value)) {
    const operations = value.map(operationOf);
    if (value.length > 0 && operations.every((one) => one !== undefined))
      return operations.flatMap(({ at: path, value: one }) => leaves(one, path, of));
    return value.flatMap((one, index) => leaves(one, [...at, entryName(one) ?? index], of));
  }
  if (isMapping(value)) {
    // An entry of `patches` in a kustomization.
    const target = targetOf(value);
    // YAML 1.1 reads the key `on` of a workflow as a boolean.
    const isWorkflow = at.length === 0 && of === undefined && 'jobs' in value;
    return Object.entries(value).flatMap(([key, one]) =>
      key === 'target' && target ? [] : leaves(one, [...at, isWorkflow && key === 'true' ? 'on' : key], target ?? of),
    );
  }
  if (typeof value === 'string' && /\n|^\s*(?:- |[[{])/.test(value)) {
    const read = readText(value);
    const inner = valuesIn(read);
    const found = inner && leavesIn(read, inner).map((leaf) => ({ ...leaf, of: leaf.of ?? of }));
    // A patch says by these fields which object it changes.
    if (found) return isPatch(at) ? withoutNames(found) : found;
    return value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [{ of, at: formatFieldPath(at), value: line.trimEnd() }]));
  }
  return [
    { of, at: formatFieldPath(at), value: typeof value === 'string' && OTHER_SCALAR.test(value) ? JSON.stringify(value) : String(value) },
  ];
}

/** Whether a place in a kustomization is that of a patch that is written there. */
function isPatch([list, ...rest]: FieldPath): boolean {
  return (list === 'patches' && rest.at(-1) === 'patch') || (list === 'patchesStrategicMerge' && rest.length === 1);
}

/** What a patch changes in the object that it names. */
function withoutNames(patch: Leaf[]): Leaf[] {
  const fields = patch.filter(({ of, at }) => of === undefined || !OF_NAME.test(at));
  return fields.length > 0 ? fields : patch;
}

const OF_NAME = /^(?:apiVersion|kind|metadata\.(?:name|namespace))$/;

function objectName(value: unknown): string | undefined {
  const { apiVersion, kind, metadata } = fieldsOf(value);
  const name = textOf(fieldsOf(metadata).name);
  return typeof kind === 'string' && typeof apiVersion === 'string' && name !== undefined ? `${kind} ${name}` : undefined;
}

function targetOf({ target, patch, path }: Readonly<Record<string, unknown>>): string | undefined {
  const { kind, name } = fieldsOf(target);
  return (patch ?? path) === undefined || typeof kind !== 'string' ? undefined : `${kind} ${textOf(name) ?? ''}`.trim();
}

/** An operation of a JSON patch. */
function operationOf(entry: unknown): { readonly at: FieldPath; readonly value: unknown } | undefined {
  const { op, path, value } = fieldsOf(entry);
  if (typeof op !== 'string' || typeof path !== 'string') return undefined;
  const at = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { at, value: op === 'remove' ? '(removed)' : value };
}

function entryName(entry: unknown): string | undefined {
  const { name, key } = fieldsOf(entry);
  return textOf(name) ?? textOf(key);
}

function pairedLeaves(was: readonly Leaf[], is: readonly Leaf[]): TextChange[] {
  const leafKey = ({ of, at }: Leaf): string => JSON.stringify([of, at]);
  const [before, after] = [groupBy(was, leafKey), groupBy(is, leafKey)];
  return [...new Map([...before, ...after])].flatMap(([key, [leaf]]) => {
    const [gone, came] = [before.get(key) ?? [], after.get(key) ?? []].map((leaves) => leaves.map(({ value }) => value));
    const isOfLines = Math.max(gone?.length ?? 0, came?.length ?? 0) > 1;
    return unequal(gone ?? [], came ?? [])
      .flatMap((change) => (isOfLines ? apart(change) : [change]))
      .map((change) => ({ of: leaf?.of, field: leaf?.at ?? '', ...change }));
  });
}

/** The values that only one side has, in their order, each paired with the value at its place. */
function unequal(was: readonly string[], is: readonly string[]): Pick<TextChange, 'before' | 'after'>[] {
  const [gone, came] = [surplus(was, is).map((index) => was[index]), surplus(is, was).map((index) => is[index])];
  return Array.from({ length: Math.max(gone.length, came.length) }, (_, index) => ({ before: gone[index], after: came[index] }));
}

/** The places of the values that others do not have; of equal values, the last ones. */
function surplus(some: readonly string[], others: readonly string[]): number[] {
  const left = new Map<string, number>();
  for (const value of others) left.set(value, (left.get(value) ?? 0) + 1);
  return some.flatMap((value, index) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return count <= 0 ? [index] : [];
  });
}

// Lists whose entries have no name.

/**
 * Both values, with lists of entries without a name as maps from a number to an entry: an entry that both lists have is left out, so that an
 * inserted one is one change. The others are paired by their order, under the number in the newer list.
 * @param moved gets the lists in which entries that stay change their order
 */
function alignedValues(was: readonly unknown[], is: readonly unknown[], at: FieldPath, moved: string[]): readonly [unknown[], unknown[]] {
  const pairs = Array.from({ length: Math.max(was.length, is.length) }, (_, index) => aligned(was[index], is[index], at, moved));
  return [pairs.slice(0, was.length).map(([one]) => one), pairs.slice(0, is.length).map(([, one]) => one)];
}

function aligned(was: unknown, is: unknown, at: FieldPath, moved: string[]): readonly [unknown, unknown] {
  if (Array.isArray(was) && Array.isArray(is)) {
    const names = [was, is].map((list) => list.map(entryName));
    // Most entries of such a list have no name; where most have one, such as tasks, names are clearer than numbers.
    const nameless = names.flat().filter((name) => name === undefined).length;
    if (2 * nameless >= was.length + is.length && [...was, ...is].every(isPlain)) return alignedLists(was, is, at, moved);
    if (names.some((own) => own.includes(undefined) || new Set(own).size !== own.length)) return [was, is];
    const now = new Map(is.map((entry, index) => [names[1]?.[index], [entry, index] as const]));
    const sides: [unknown[], unknown[]] = [[...was], [...is]];
    was.forEach((entry, index) => {
      const twin = now.get(names[0]?.[index]);
      if (twin) [sides[0][index], sides[1][twin[1]]] = aligned(entry, twin[0], [...at, names[0]?.[index] ?? index], moved);
    });
    return sides;
  }
  if (!isMapping(was) || !isMapping(is)) return [was, is];
  const isOfLists = at.length === 0 && isKustomization(was) && isKustomization(is);
  const pair = (key: string): readonly [unknown, unknown] => {
    const of = isOfLists && LISTS.has(key) && areListed(was[key], is[key]) ? alignedLists : aligned;
    return of(was[key] as unknown[], is[key] as unknown[], [...at, key], moved);
  };
  const pairs = Object.keys(was).flatMap((key) => (key in is ? [[key, pair(key)] as const] : []));
  return [0, 1].map((side) => ({
    ...(side === 0 ? was : is),
    ...Object.fromEntries(pairs.map(([key, values]) => [key, values[side]])),
  })) as unknown as readonly [unknown, unknown];
}

/** Lists of a kustomization, in which no place has a meaning: one that loses an entry gives the others only other numbers. */
const LISTS: ReadonlySet<string> = new Set(['bases', 'components', 'configurations', 'crds', 'generators', 'resources', 'transformers']);

function areListed(was: unknown, is: unknown): boolean {
  return [was, is].every((side) => Array.isArray(side) && side.length > 0 && side.every((entry) => typeof entry === 'string'));
}

/** Whether a mapping is a kustomization, which needs no names; the text of one that cannot be built has none. */
function isKustomization({ apiVersion, kind }: Readonly<Record<string, unknown>>): boolean {
  return apiVersion === undefined ? kind === undefined : typeof apiVersion === 'string' && apiVersion.startsWith(`${KUSTOMIZE_GROUP}/`);
}

/** A mapping that is no object, no operation of a patch, and no patch of a kustomization. */
function isPlain(entry: unknown): boolean {
  if (!isMapping(entry) || Object.keys(entry).length === 0) return false;
  return objectName(entry) === undefined && !operationOf(entry) && targetOf(entry) === undefined;
}

function alignedLists(was: readonly unknown[], is: readonly unknown[], at: FieldPath, moved: string[]): readonly [unknown, unknown] {
  const [texts, others] = [was, is].map((list) => list.map(sortedText)) as [string[], string[]];
  const [gone, came] = [surplus(texts, others), surplus(others, texts)];
  const [isGone, isNew] = [new Set(gone), new Set(came)];
  const [before, after] = [texts.filter((_, index) => !isGone.has(index)), others.filter((_, index) => !isNew.has(index))];
  if (before.join() !== after.join()) moved.push(formatFieldPath(at));
  // An entry that is gone has a number that no new one has.
  const label = (index: number): number => {
    const old = gone[index] ?? index;
    return came[index] ?? (isNew.has(old) ? is.length + old : old);
  };
  const pairs = Array.from({ length: Math.max(gone.length, came.length) }, (_, index) => {
    const [one, other] = [was[gone[index] ?? -1], is[came[index] ?? -1]];
    return aligned(one, other, [...at, label(index)], moved);
  });
  const side = (which: 0 | 1, count: number): Map<number, unknown> =>
    new Map(pairs.slice(0, count).map((pair, index) => [label(index), pair[which]]));
  return [side(0, gone.length), side(1, came.length)];
}

/**
 * `"key": "value"`, `key = value` and similar forms; a word of an expression, as in `a ? null : "b"`, is no key. A name is tried once, as a
 * whole: lines can be very long.
 */
const WORD =
  /(?<!\?\s{0,3})["']?(?<![\w./@-])(?!(?:null|true|false)["']?\s*:|sha256:[\da-f])(?=([\w./-]+))\1["']?\s*(?::=|[:=])\s*(?:"([^"]*)"|'([^']*)'|([^\s"',{}[\]]+))/g;
/** Comments of scripts and settings; `--` or `*` at the start can be an option or a schedule, and `//bin/` a path. */
const COMMENT = /^(?:#(?!!|@|include\b)|\/\/(?![\w.$-]+\/))/;

/** Compares lines of any text. If a line differs only in named values, these are reported. */
export function lineChanges(before: string, after: string): TextChange[] {
  return changedLines(linesOf(before), linesOf(after));
}

/** Compares all lines of commands: a comment in them is one that has a meaning, as does a blank line after a line that goes on. */
export function commandChanges(before: string, after: string): TextChange[] {
  const found = lineChanges(before, after);
  if (found.length > 0 || before === after) return found;
  const [was, is] = [before, after].map((text) => text.replaceAll(/(?<!\\)\n(?:[ \t]*\n)+/g, '\n').trim());
  return was === is ? [] : changedLines(was?.split('\n') ?? [], is?.split('\n') ?? []);
}

function changedLines(was: readonly string[], is: readonly string[]): TextChange[] {
  const lines = unequal(was, is);
  const isWhole = (line: (typeof lines)[number]): boolean => around(line.before) !== around(line.after);
  const named = lines.filter((line) => !isWhole(line));
  const words = pairedLeaves(
    named.flatMap((line) => wordsIn(line.before)),
    named.flatMap((line) => wordsIn(line.after)),
  );
  const changes = [...words, ...lines.filter(isWhole).flatMap(wholeLines)];
  return changes.length === 0 && was.join('\n') !== is.join('\n') ? [{ field: 'the order of its lines' }] : changes;
}

/** `name = ` or `name: ` at the start of a line. */
const ASSIGNED = /^(["']?)([\w.-]+)\1(?:\s+:?=\s+|:\s+)(?=\S)/;
/** A word of brackets, or between a name and its value. */
const SIGNS = /^[{}()[\],;:=]*$/;

/** A changed line under the name that it gives a value to; lines that have no word in common are two changes. */
function wholeLines({ before, after }: Pick<TextChange, 'before' | 'after'>): TextChange[] {
  if (before === undefined || after === undefined) return [{ field: '', before, after }];
  const [[start = '', , name = ''] = [], [other = '', , now = ''] = []] = [before, after].map((line) => ASSIGNED.exec(line) ?? []);
  if (name !== '' && name === now) return [{ field: name, before: before.slice(start.length), after: after.slice(other.length) }];
  return apart({ before, after }).map((change) => ({ field: '', ...change }));
}

/** Lines that have no word in common are two changes. */
function apart({ before, after }: Pick<TextChange, 'before' | 'after'>): Pick<TextChange, 'before' | 'after'>[] {
  if (before === undefined || after === undefined || ![before, after].some((line) => /\s/.test(line.trim()))) return [{ before, after }];
  const [words, others] = [before, after].map((line) => new Set(line.split(/\s+/).filter((word) => !SIGNS.test(word))));
  return [...(words ?? [])].some((word) => others?.has(word)) ? [{ before, after }] : [{ before }, { after }];
}

/** Lines without blanks and comments. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !isQuiet(line));
}

function isQuiet(line: string): boolean {
  return line.trim() === '' || COMMENT.test(line.trim());
}

function wordsIn(line = ''): Leaf[] {
  return [...line.matchAll(WORD)].map(([, at = '', ...values]) => ({ at, value: values.find((value) => value !== undefined) ?? '' }));
}

/** The rest of a line without named values. */
function around(line = ''): string {
  return line.replace(WORD, '').replace(/[\s,;]+/g, '');
}

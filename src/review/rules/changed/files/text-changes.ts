/**
 * Compares texts that were not read as manifests: values, patches, templates, scripts. Text that parses as YAML is compared by fields, with
 * the objects that contain them; other text by words such as `source = "a"`, and finally by whole lines.
 */

import { isDeepStrictEqual } from 'node:util';
import { plainText } from '../../../../base/inside/template-text.js';
import { groupBy } from '../../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { type ParsedDocument, parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';

/** One change: with only one value, it is an addition or removal; without values, only the order changes. */
export interface TextChange {
  /** The object in the text that contains the field, such as `Subscription acme`. */
  readonly of?: string | undefined;
  readonly field: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** @returns empty if only comments, blanks or the order of keys differ */
export function textChanges(before: string | undefined, after: string | undefined): readonly TextChange[] {
  const [was, is] = [before, after].map((text) => (text === undefined ? [] : leavesOf(text)));
  if (!was || !is) return withIndentation(lineChanges(before ?? '', after ?? ''), indentation(before), indentation(after));
  const changes = pairedLeaves(was, is);
  const others = changes.length > 0 ? changes : orderChanges(before ?? '', after ?? '');
  // Output of a template action is not part of the compared YAML, and its indentation has a meaning.
  return withIndentation(others, indentation(before, '{{'), indentation(after, '{{'));
}

/** Changes between texts with the same values. If template conditions surround lines, lines are compared instead of values. */
function orderChanges(before: string, after: string): readonly TextChange[] {
  if ([before, after].some(isConditional)) return lineChanges(before, after);
  return isDeepStrictEqual(leavesOf(before, true), leavesOf(after, true)) ? [] : [{ field: 'the order of its entries' }];
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

/** The values of a text. Text of other formats sometimes parses as YAML: then it is a single string. */
function leavesOf(text: string, isSorted = false): Leaf[] | undefined {
  const plain = plainText(text);
  // A template action in a multi-line string stays as it is.
  const documents = dataIn(withYtt(plain)) ?? (plain === text ? undefined : dataIn(withYtt(text)));
  if (!documents) return undefined;
  const values = documents.map(({ value }) => (isSorted ? JSON.parse(sortedText(value)) : value) as unknown);
  return [...values.flatMap((value) => leaves(value, [], undefined)), ...actionLines(text, plain), ...yttLines(plain)];
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

/** A template without its comments. */
function blanked(text: string): string {
  return text.replace(TEMPLATE_COMMENT, (comment) => comment.replace(/[^\n]/g, ''));
}

/** Lines of a template that only control other lines: the YAML does not contain them. */
function actionLines(text: string, plain: string): Leaf[] {
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
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
    return [{ of, at: formatFieldPath(at), value: Array.isArray(value) ? '[]' : '{}' }];
  if (Array.isArray(value)) {
    const operations = value.map(operationOf);
    if (value.length > 0 && operations.every((one) => one !== undefined))
      return operations.flatMap(({ at: path, value: one }) => leaves(one, path, of));
    return value.flatMap((one, index) => leaves(one, [...at, entryName(one) ?? index], of));
  }
  if (isMapping(value)) {
    // An entry of `patches` in a kustomization.
    const target = targetOf(value);
    return Object.entries(value).flatMap(([key, one]) => (key === 'target' && target ? [] : leaves(one, [...at, key], target ?? of)));
  }
  if (typeof value === 'string' && /\n|^\s*(?:- |[[{])/.test(value)) {
    const inner = leavesOf(value);
    if (inner) return inner.map((leaf) => ({ ...leaf, of: leaf.of ?? of }));
    return value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [{ of, at: formatFieldPath(at), value: line.trimEnd() }]));
  }
  return [
    { of, at: formatFieldPath(at), value: typeof value === 'string' && OTHER_SCALAR.test(value) ? JSON.stringify(value) : String(value) },
  ];
}

/** Whether template lines control other lines, so that the place of a line counts. */
function isConditional(text: string): boolean {
  return actionLines(text, plainText(text)).length > 0;
}

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
    return unequal(gone ?? [], came ?? []).map((change) => ({ of: leaf?.of, field: leaf?.at ?? '', ...change }));
  });
}

/** The values that only one side has, in their order, each paired with the value at its place. */
function unequal(was: readonly string[], is: readonly string[]): Pick<TextChange, 'before' | 'after'>[] {
  const rest = (some: readonly string[], others: readonly string[]): string[] => {
    const left = new Map<string, number>();
    for (const value of others) left.set(value, (left.get(value) ?? 0) + 1);
    return some.filter((value) => {
      const count = left.get(value) ?? 0;
      left.set(value, count - 1);
      return count <= 0;
    });
  };
  const [gone, came] = [rest(was, is), rest(is, was)];
  return Array.from({ length: Math.max(gone.length, came.length) }, (_, index) => ({ before: gone[index], after: came[index] }));
}

/** `"key": "value"`, `key = value` and similar forms. A name is tried once, as a whole: lines can be very long. */
const WORD = /["']?(?<![\w./-])(?=([\w./-]+))\1["']?\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^\s"',{}[\]]+))/g;
/** Comments of scripts and settings; `--` or `*` at the start can be an option or a schedule. */
const COMMENT = /^(?:#(?!!|@|include\b)|\/\/)/;

/** Compares lines of any text. If a line differs only in named values, these are reported. */
function lineChanges(before: string, after: string): TextChange[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const lines = unequal(was, is);
  const isWhole = (line: (typeof lines)[number]): boolean => around(line.before) !== around(line.after);
  const named = lines.filter((line) => !isWhole(line));
  const words = pairedLeaves(
    named.flatMap((line) => wordsIn(line.before)),
    named.flatMap((line) => wordsIn(line.after)),
  );
  const changes = [...words, ...lines.filter(isWhole).map((line) => ({ field: '', ...line }))];
  return changes.length === 0 && was.join('\n') !== is.join('\n') ? [{ field: 'the order of its lines' }] : changes;
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

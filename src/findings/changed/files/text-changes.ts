/**
 * What changes in a text that nobody read as manifests: values, patches, templates, scripts. Where it can be taken for YAML, fields are
 * compared, with the objects that they are of; else words such as `source = "a"`, and at last whole lines.
 */

import { plainText } from '../../../inside/template-text.js';
import { groupBy } from '../../../kubernetes/group-by.js';
import { fieldsOf, textOf } from '../../../kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../manifest/field-path.js';
import { parseDocuments } from '../../../manifest/parse.js';
import { isMapping } from '../../../manifest/plain-data.js';

/** One change; one that only one side has is new or gone. */
export interface TextChange {
  /** The object in the text that it is of, such as `Subscription acme`. */
  readonly of?: string;
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
}

/** @returns nothing where only comments, blanks or the order of keys differ */
export function textChanges(before: string | undefined, after: string | undefined): readonly TextChange[] {
  const [was, is] = [before, after].map((text) => (text === undefined ? [] : leavesOf(text)));
  return was && is ? pairedLeaves(was, is) : lineChanges(before ?? '', after ?? '');
}

/** A value in a text, by its place. */
interface Leaf {
  readonly of?: string;
  readonly at: string;
  readonly value: string;
}

/** Texts of other formats are read as YAML now and then: then all of it is one text. */
function leavesOf(text: string): Leaf[] | undefined {
  const { documents, problems } = parseDocuments({ file: '', text: plainText(text) }, { lenient: true });
  const isData = documents.every(({ value }) => typeof value === 'object' && value !== null);
  if (problems.some(({ tolerated }) => !tolerated) || !isData) return undefined;
  return documents.flatMap(({ value }) => leaves(value, [], undefined));
}

function leaves(value: unknown, at: FieldPath, of: string | undefined): Leaf[] {
  const own = objectName(value);
  if (own !== undefined) return Object.entries(value as object).flatMap(([key, one]) => leaves(one, [key], own));
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
    return [{ ...(of === undefined ? {} : { of }), at: formatFieldPath(at), value: Array.isArray(value) ? '[]' : '{}' }];
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
    if (inner) return inner.map((leaf) => ({ ...(of === undefined ? {} : { of }), ...leaf }));
    return value
      .split('\n')
      .flatMap((line) =>
        line.trim() === '' ? [] : [{ ...(of === undefined ? {} : { of }), at: formatFieldPath(at), value: line.trimEnd() }],
      );
  }
  return [{ ...(of === undefined ? {} : { of }), at: formatFieldPath(at), value: String(value) }];
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
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [of, field] = JSON.parse(key) as [string | null, string];
    const changes = unequal(
      (before.get(key) ?? []).map(({ value }) => value),
      (after.get(key) ?? []).map(({ value }) => value),
    );
    return changes.map((change) => ({ ...(of === null ? {} : { of }), field, ...change }));
  });
}

/** The values that only one side has, in their order, each with the one in its place. */
function unequal(was: readonly string[], is: readonly string[]): Pick<TextChange, 'before' | 'after'>[] {
  const rest = (some: readonly string[], others: readonly string[]): string[] => {
    const left = [...others];
    return some.filter((value) => {
      const index = left.indexOf(value);
      if (index !== -1) left.splice(index, 1);
      return index === -1;
    });
  };
  const [gone, came] = [rest(was, is), rest(is, was)];
  return Array.from({ length: Math.max(gone.length, came.length) }, (_, index) => {
    const [before, after] = [gone[index], came[index]];
    return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  });
}

/** `"key": "value"`, `key = value` and the like. */
const WORD = /["']?([\w./-]+)["']?\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^\s"',{}[\]]+))/g;
const COMMENT = /^\s*(?:#|\/\/|--|\/\*|\*)/;

/** Lines of texts in any format; of the same line on both sides, nothing is said. */
function lineChanges(before: string, after: string): TextChange[] {
  const linesOf = (text: string): string[] =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !COMMENT.test(line));
  const lines = unequal(linesOf(before), linesOf(after));
  const [was, is] = [lines.flatMap((line) => wordsIn(line.before)), lines.flatMap((line) => wordsIn(line.after))];
  const words = pairedLeaves(was, is);
  const isBare = (line: string | undefined): boolean => line !== undefined && wordsIn(line).length === 0;
  const bare = lines.flatMap((line) => {
    const [gone, came] = [isBare(line.before) ? line.before : undefined, isBare(line.after) ? line.after : undefined];
    return gone === undefined && came === undefined
      ? []
      : [{ field: '', ...(gone === undefined ? {} : { before: gone }), ...(came === undefined ? {} : { after: came }) }];
  });
  return [...words, ...bare];
}

function wordsIn(line = ''): Leaf[] {
  return [...line.matchAll(WORD)].map(([, at = '', ...values]) => ({ at, value: values.find((value) => value !== undefined) ?? '' }));
}

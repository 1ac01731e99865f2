/** Sets fields of one mapping in a text. Every other character stays, comments too. */
import { isDeepStrictEqual } from 'node:util';
import type { YamlNode } from '../go-yaml/parser.js';
import { readNodes } from '../go-yaml/read.js';
import { emitYaml } from './emit.js';
import { type FieldPath, valueAt } from './field-path.js';
import { type ParsedDocument, parseDocuments } from './parse.js';
import { isMapping } from './plain-data.js';

const VALUE = /"[^"\\\n]*"|'[^'\n]*'|[^\s#"'&*!|>{}[\],][^\s#,{}[\]]*/y;

/**
 * The text with these fields; undefined if the text does not allow a plain edit, for example because the mapping is on one line or
 * shared by an alias. The result is read again and must differ in these fields alone.
 *
 * @param fields the values as text; missing fields are added below `after`
 */
export function setFields(
  text: string,
  { document, path }: { readonly document: number; readonly path: FieldPath },
  fields: Readonly<Record<string, string>>,
  after: string,
): string | undefined {
  const before = read(text);
  const known = before?.find(({ source }) => source.document === document);
  const mapping = known && valueAt(known.value, path);
  if (!isMapping(mapping)) return undefined;
  const wanted = { ...mapping, ...fields };
  let edited = text;
  for (const [name, value] of Object.entries(fields)) {
    const next = setField(edited, { document, path }, { name, value, after });
    if (next === undefined) return undefined;
    edited = next;
  }
  const now = read(edited);
  const expected = before?.map(({ value, source }) => (source.document === document ? withValue(value, path, wanted) : value));
  return isDeepStrictEqual(
    now?.map(({ value }) => value),
    expected,
  )
    ? edited
    : undefined;
}

/** The documents of a text; undefined if the text has problems. */
function read(text: string): readonly ParsedDocument[] | undefined {
  const { documents, problems } = parseDocuments({ file: '', text });
  return problems.length > 0 ? undefined : documents;
}

function setField(
  text: string,
  { document, path }: { readonly document: number; readonly path: FieldPath },
  { name, value, after }: { readonly name: string; readonly value: string; readonly after: string },
): string | undefined {
  const root = [...readNodes(text)][document]?.root;
  const mapping = path.reduce<YamlNode | undefined>((node, step) => childOf(node, step)?.[1], root);
  const written = emitYaml(value).trimEnd();
  const old = childOf(mapping, name)?.[1];
  if (old) {
    VALUE.lastIndex = old.start;
    const found = VALUE.exec(text);
    return found ? text.slice(0, old.start) + written + text.slice(old.start + found[0].length) : undefined;
  }
  const anchor = childOf(mapping, after);
  if (!anchor) return undefined;
  const [{ start }, { start: from }] = anchor;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const end = text.indexOf('\n', from);
  const line = `${' '.repeat(column)}${name}: ${written}`;
  return end === -1 ? `${text}${lineBreak}${line}` : `${text.slice(0, end + 1)}${line}${lineBreak}${text.slice(end + 1)}`;
}

/** The nodes of a list entry (the entry twice), or of a mapping's field (key and value). */
function childOf(node: YamlNode | undefined, step: string | number): readonly [YamlNode, YamlNode] | undefined {
  if (node?.kind === 'list' && typeof step === 'number') {
    const entry = node.items[step];
    return entry && [entry, entry];
  }
  if (node?.kind !== 'map') return undefined;
  for (let index = 0; index + 1 < node.items.length; index += 2) {
    const [key, value] = [node.items[index], node.items[index + 1]];
    if (key && value && key.kind === 'scalar' && key.text === step) return [key, value];
  }
  return undefined;
}

/** A copy with another value at a path. */
function withValue(root: unknown, [step, ...rest]: FieldPath, value: unknown): unknown {
  if (step === undefined) return value;
  const inner = withValue(valueAt(root, [step]), rest, value);
  return Array.isArray(root) ? root.with(Number(step), inner) : { ...(root as object), [step]: inner };
}

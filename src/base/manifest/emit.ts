/**
 * Plain data → YAML that every parser reads the same way.
 *
 * Quotes text that a YAML 1.1, YAML 1.2 or go-yaml parser would read as something else. Does not fold long lines. Writes shared parts
 * out, never as anchors. Keeps the order of keys.
 *
 * The yaml package decides how a text is quoted or becomes a block. The lines around the text are written here: the package's own way,
 * a node for every value, takes ten times as long.
 */
import { Scalar, stringify } from 'yaml';
import { resolvePlainScalar } from '../go-yaml/resolve.js';
import { commandsRunner, escapeCharacter } from './printable.js';

/** Characters that are invisible, or that some parser reads as a line break. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff\u{e0000}-\u{e0fff}]/u;
/** The invisible characters that YAML must escape, in addition to those that JSON escapes. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** Whitespace that a block scalar could lose: at the very start, or alone on a line, or a tab before text. */
const FRAGILE_BLOCK = /^\s|\n[ \t]+(?:\n|$)|\n\t/;

const STEP = '  ';
/** YAML 1.2, §7.4.2: a longer key needs the indicator `?`. */
const LONGEST_SIMPLE_KEY = 1024;

/** Whether a text of several lines could change its meaning when it is written as a block. */
export function isFragileBlock(text: string): boolean {
  return text.includes('\n') && FRAGILE_BLOCK.test(text);
}

/**
 * One document as YAML, ending in a line break.
 *
 * @param value plain data; fields that are undefined are left out
 * @param lineWidth a list or mapping that fits on a line of this width is written on one line; by default only empty ones are
 * @example
 * emitYaml({ on: '012' }) // '"on": "012"\n'
 */
export function emitYaml(value: unknown, lineWidth = 0): string {
  return `${nodeText(value, '', '', lineWidth)}\n`;
}

/**
 * @param indent the indentation of the lines after the first one
 * @param before the text that is on the first line already
 */
function nodeText(value: unknown, indent: string, before: string, lineWidth: number): string {
  if (typeof value === 'string') return scalarText(value, indent);
  if (typeof value !== 'object' || value === null) return wordText(value);
  const onOneLine = flowText(value, lineWidth - indent.length - before.length);
  if (onOneLine !== undefined) return onOneLine;
  const lineBreak = `\n${indent}`;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && lineBreak}- ${nodeText(item, indent + STEP, '', lineWidth)}`;
    return text || '[]';
  }
  for (const [key, entry] of Object.entries(value)) {
    if (entry !== undefined) text += `${text && lineBreak}${entryText(key, entry, indent, lineWidth)}`;
  }
  return text || '{}';
}

function entryText(key: string, value: unknown, indent: string, lineWidth: number): string {
  const inner = indent + STEP;
  const keyText = scalarText(key, inner, true);
  const valueText = nodeText(value, inner, keyText, lineWidth);
  if (keyText.length > LONGEST_SIMPLE_KEY) return `? ${keyText}\n${indent}: ${valueText}`;
  const startsLine = typeof value === 'object' && value !== null && !/^[[{]/.test(valueText);
  return `${keyText}:${startsLine ? `\n${inner}` : ' '}${valueText}`;
}

function wordText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isSafeInteger(value))
    return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'number') return stringify(value).trimEnd();
  throw new TypeError(`YAML cannot contain a ${typeof value}`);
}

/** Most texts: printable ASCII that is misread only if it is a YAML word or contains YAML syntax; `e1` is a float in YAML 1.1. */
const COMMON_TEXT = /^[A-Za-z/][\x20-\x7e]*$/;
const SYNTAX = /: | #|[: ]$|^[Ee][-+]?[0-9]+$/;

function scalarText(text: string, indent: string, isKey = false): string {
  if (COMMON_TEXT.test(text) && !SYNTAX.test(text) && resolvePlainScalar(text) === text && !commandsRunner(text)) return text;
  // go-yaml does not read an unindented line as part of a block, and only a whole document is written unindented.
  const isBare = indent === '' && (text.includes('\n') || DOCUMENT_MARKER.test(text));
  if (!isBare && !mustQuote(text)) return textByPackage(new Scalar(text), indent, isKey);
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return textByPackage(scalar, indent, isKey).replace(UNPRINTABLE, escapeCharacter);
}

const DOCUMENT_MARKER = /^(?:---|\.\.\.)/;

/** Whether a text must be double-quoted although the yaml package alone would not do so. */
function mustQuote(text: string): boolean {
  return INVISIBLE.test(text) || commandsRunner(text) || isFragileBlock(text) || text === '=' || resolvePlainScalar(text) !== text;
}

const STYLE = { version: '1.2', schema: 'core', compat: 'yaml-1.1', lineWidth: 0 } as const;

/** A text as the package writes it in a mapping, with the further lines indented as here. */
function textByPackage(scalar: Scalar<string>, indent: string, isKey: boolean): string {
  // The package writes the indicator `?` for a long key, too.
  if (isKey) return stringify(new Map([[scalar, 0]]), STYLE).replace(/^\? |\n?: 0\n$/g, '');
  const written = stringify({ a: scalar }, STYLE).slice('a: '.length, -1);
  return written.replaceAll('\n  ', `\n${indent}`);
}

// Plain data → YAML on one line if it fits: `{ apiGroups: [apps], resources: [deployments], verbs: [get] }`.

/** Texts that are the same inside and outside of brackets, unless they are a YAML word. */
const PLAIN = /^[A-Za-z/][A-Za-z0-9_./-]*$/;
/** A float in YAML 1.1. */
const EXPONENT = /^[Ee][-+]?[0-9]+$/;
/** Texts that JSON and YAML write alike in double quotes. */
const ASCII = /^[\x20-\x7e]*$/;

/** The shortest list: `[a]`. */
const MINIMUM = 3;

/**
 * A list or mapping on one line.
 *
 * @param room the number of characters that fit
 * @returns undefined if the text is longer, is empty, or contains a value that a block writes differently
 */
function flowText(value: object, room: number): string | undefined {
  if (room < MINIMUM) return undefined;
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, entry]) => isList || entry !== undefined);
  // Each entry takes a character and its separator.
  if (entries.length === 0 || entries.length * MINIMUM > room) return undefined;
  const parts: string[] = [];
  let left = room - (isList ? 2 : 4);
  for (const [key, entry] of entries) {
    const name = isList ? '' : wordOf(key);
    // List entries other than words get a line each: a new entry is then one line in a diff.
    const text = isList && typeof entry === 'object' && entry !== null ? undefined : partText(entry, left);
    if (text === undefined || name === undefined) return undefined;
    parts.push(isList ? text : `${name}: ${text}`);
    left -= (parts.at(-1)?.length ?? 0) + (parts.length === 1 ? 0 : 2);
    if (left < 0) return undefined;
  }
  return isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

function partText(value: unknown, room: number): string | undefined {
  if (typeof value === 'string') return value.length > room ? undefined : wordOf(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined;
  if (typeof value !== 'object') return undefined;
  if (Object.keys(value).length === 0) return Array.isArray(value) ? '[]' : '{}';
  return flowText(value, room);
}

function wordOf(text: string): string | undefined {
  if (PLAIN.test(text) && !EXPONENT.test(text) && resolvePlainScalar(text) === text) return text;
  return ASCII.test(text) && !commandsRunner(text) ? JSON.stringify(text) : undefined;
}

/**
 * Plain data → YAML that every parser reads the same way.
 *
 * Text that a YAML 1.1, YAML 1.2 or go-yaml parser would read as something else is quoted. Long lines
 * are not folded. Shared parts are written out, never as anchors. Keys keep their order.
 *
 * How a text is quoted or becomes a block, the yaml package decides. The lines around it are written here: its way through
 * a node for every value takes ten times as long.
 */
import { Document, Scalar, type Tags } from 'yaml';
import { type StringifyContext, stringifyNumber, stringifyString, stringTag } from 'yaml/util';
import { escapeCharacter } from './printable.js';
import { resolvePlainScalar } from './scalar.js';

/** Characters that a person cannot see, or that some parser reads as a line break. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff\u{e0000}-\u{e0fff}]/u;
/** Those of them that must be escaped in YAML, besides the ones that JSON escapes. */
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
 * @example
 * emitYaml({ on: '012' }) // '"on": "012"\n'
 */
export function emitYaml(value: unknown): string {
  return `${nodeText(value, '')}\n`;
}

/** @param indent of the lines after the first one */
function nodeText(value: unknown, indent: string): string {
  if (typeof value === 'string') return scalarText(value, indent);
  if (typeof value !== 'object' || value === null) return wordText(value);
  const lineBreak = `\n${indent}`;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && lineBreak}- ${nodeText(item, indent + STEP)}`;
    return text || '[]';
  }
  for (const [key, entry] of Object.entries(value)) {
    if (entry !== undefined) text += `${text && lineBreak}${entryText(key, entry, indent)}`;
  }
  return text || '{}';
}

function entryText(key: string, value: unknown, indent: string): string {
  const inner = indent + STEP;
  const keyText = scalarText(key, inner, true);
  const valueText = nodeText(value, inner);
  if (keyText.length > LONGEST_SIMPLE_KEY) return `? ${keyText}\n${indent}: ${valueText}`;
  const startsLine = typeof value === 'object' && value !== null && valueText !== '[]' && valueText !== '{}';
  return `${keyText}:${startsLine ? `\n${inner}` : ' '}${valueText}`;
}

function wordText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || typeof value === 'bigint') return stringifyNumber(new Scalar(value));
  throw new TypeError(`YAML cannot contain a ${typeof value}`);
}

/** Most texts: printable ASCII, not misread unless it is a word of YAML or contains some of its syntax; `e1` is a float in YAML 1.1. */
const COMMON_TEXT = /^[A-Za-z/][\x20-\x7e]*$/;
const SYNTAX = /: | #|[: ]$|^[Ee][-+]?[0-9]+$/;

function scalarText(text: string, indent: string, implicitKey = false): string {
  if (COMMON_TEXT.test(text) && !SYNTAX.test(text) && resolvePlainScalar(text) === text) return text;
  const context = { ...TEXT_CONTEXT, indent, implicitKey };
  // go-yaml takes no line without indentation for a part of a block, and only a whole document is written without.
  const isBare = indent === '' && text.includes('\n');
  const scalar = new Scalar(text);
  if (!isBare && !mustQuote(text)) return stringifyString(scalar, context);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return stringifyString(scalar, context).replace(UNPRINTABLE, escapeCharacter);
}

/** Whether a text must be double-quoted although the yaml package alone would not do so. */
function mustQuote(text: string): boolean {
  return INVISIBLE.test(text) || isFragileBlock(text) || text === '=' || resolvePlainScalar(text) !== text;
}

const TEXT_CONTEXT = textContext();

/** What the yaml package hands to the writer of a text. Nobody else can make it. */
function textContext(): StringifyContext {
  let found: StringifyContext | undefined;
  const catching = {
    ...stringTag,
    stringify(_: unknown, context: StringifyContext): string {
      found = { ...context, actualString: true };
      return '';
    },
  };
  const customTags = (tags: Tags): Tags => tags.map((tag) => (tag === stringTag ? catching : tag));
  new Document('', { version: '1.2', schema: 'core', compat: 'yaml-1.1', customTags }).toString({ lineWidth: 0 });
  if (!found) throw new Error('the yaml package wrote a text without its tag');
  return found;
}

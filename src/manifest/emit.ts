/**
 * Plain data → YAML that every parser reads the same way.
 *
 * Text that a YAML 1.1, YAML 1.2 or go-yaml parser would read as something else is quoted. Long lines
 * are not folded. Shared parts are written out, never as anchors. Keys keep their order.
 */
import { Scalar, type ScalarTag, stringify, type Tags } from 'yaml';
import { stringifyString } from 'yaml/util';
import { escapeCharacter } from './printable.js';
import { resolvePlainScalar } from './scalar.js';

const STRING_TAG = 'tag:yaml.org,2002:str';

/** Characters that a person cannot see, or that some parser reads as a line break. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff\u{e0000}-\u{e0fff}]/u;
/** Those of them that must be escaped in YAML, besides the ones that JSON escapes. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** Whitespace that a block scalar could lose: at the very start, or alone on a line, or a tab before text. */
const FRAGILE_BLOCK = /^\s|\n[ \t]+(?:\n|$)|\n\t/;

/** Whether a text of several lines could change its meaning when it is written as a block. */
export function isFragileBlock(text: string): boolean {
  return text.includes('\n') && FRAGILE_BLOCK.test(text);
}

/** Whether a text must be double-quoted although the yaml package alone would not do so. */
function mustQuote(text: string): boolean {
  return INVISIBLE.test(text) || isFragileBlock(text) || text === '=' || resolvePlainScalar(text) !== text;
}

const stringTag: ScalarTag = {
  tag: STRING_TAG,
  default: true,
  identify: (value) => typeof value === 'string',
  resolve: (text) => text,
  stringify(item, context, onComment, onChompKeep) {
    const node = item as Scalar<string>;
    const actual = { ...context, actualString: true } as typeof context;
    // go-yaml takes no line without indentation for a part of a block, and only a whole document is written without.
    const isBare = context.indent === '' && node.value.includes('\n');
    if (!isBare && !mustQuote(node.value)) return stringifyString(node, actual, onComment, onChompKeep);
    const quoted = { ...node, type: Scalar.QUOTE_DOUBLE, value: node.value } as Scalar;
    return stringifyString(quoted, actual, onComment, onChompKeep).replace(UNPRINTABLE, escapeCharacter);
  },
};

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  compat: 'yaml-1.1',
  lineWidth: 0,
  aliasDuplicateObjects: false,
  customTags: (tags: Tags): Tags => tags.map((tag) => (typeof tag === 'object' && tag.tag === STRING_TAG ? stringTag : tag)),
} as const;

/**
 * One document as YAML, ending in a line break.
 *
 * @example
 * emitYaml({ on: '012' }) // '"on": "012"\n'
 */
export function emitYaml(value: unknown): string {
  return stringify(value, OPTIONS);
}

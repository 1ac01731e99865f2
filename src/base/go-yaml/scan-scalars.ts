/**
 * Scans scalars as go-yaml does. go-yaml accepts more than YAML 1.2 where real manifests rely on it:
 * a quoted text can continue on a line that is not indented further than its key.
 */
import { BLANK, BLANK_OR_END, BREAK, BREAK_OR_END, type Cursor, code, DIGIT, END, FLOW, HEXADECIMAL, isA } from './cursor.js';

const SPACE = code(' ');
const TAB = code('\t');
const HASH = code('#');
const COLON = code(':');
const APOSTROPHE = code("'");
const QUOTE = code('"');
const BACKSLASH = code('\\');
const ZERO = code('0');
const PLUS = code('+');
const DASH = code('-');

/** An unquoted scalar. */
export interface PlainScalar {
  readonly text: string;
  /** Whether a line ended within or after it, so that a key can follow. */
  readonly endsInNewLine: boolean;
}

/** @param indent the least indentation of the lines. @param inFlow whether the scalar is in brackets or braces */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean): PlainScalar {
  const start = cursor.position;
  let text = '';
  let from = start;
  let to = start;
  let isNewLine = false;
  let [leading, trailing] = ['', ''];
  while (!cursor.isDocumentIndicator() && cursor.at() !== HASH) {
    const run = cursor.position;
    for (let next = cursor.at(); !isA(next, BLANK_OR_END); next = cursor.at()) {
      if ((next === COLON && isA(cursor.at(1), BLANK_OR_END)) || (inFlow && isA(next, FLOW))) break;
      cursor.position += 1;
    }
    if (cursor.position > run) {
      if (isNewLine) {
        text += cursor.slice(from, to) + folded(leading, trailing);
        from = run;
        isNewLine = false;
      }
      to = cursor.position;
    }
    if (!isA(cursor.at(), BLANK | BREAK)) break;
    for (let next = cursor.at(); isA(next, BLANK | BREAK); next = cursor.at()) {
      if (isA(next, BLANK)) {
        if (isNewLine && next === TAB && cursor.column < indent) cursor.fail('tabInText');
        cursor.position += 1;
      } else if (isNewLine) trailing += cursor.readBreak();
      else {
        leading = cursor.readBreak();
        trailing = '';
        isNewLine = true;
      }
    }
    if (!inFlow && cursor.column < indent) break;
  }
  return { text: text + cursor.slice(from, to), endsInNewLine: isNewLine };
}

/** Folds line breaks within a scalar: a single break becomes a space; the first of several is dropped. */
function folded(leading: string, trailing: string): string {
  if (leading !== '\n') return leading + trailing;
  return trailing === '' ? ' ' : trailing;
}

const ESCAPES = new Map(
  Object.entries({
    ...{ '0': '\0', a: '\x07', b: '\b', t: '\t', '\t': '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b', ' ': ' ', '"': '"', "'": "'" },
    // go-yaml v2 does not know `\/`; JSON does, and its decoder comes first.
    ...{ '\\': '\\', '/': '/', N: '\u0085', _: '\u00a0', L: '\u2028', P: '\u2029' },
  }).map(([name, value]) => [code(name), value]),
);
const CODE_LENGTHS = new Map([...Object.entries({ x: 2, u: 4, U: 8 })].map(([name, length]) => [code(name), length]));

/** A scalar in single or double quotes, from the first quote on. */
export function scanQuoted(cursor: Cursor, single: boolean): string {
  const start = cursor.position;
  const quote = single ? APOSTROPHE : QUOTE;
  let text = '';
  cursor.position += 1;
  let from = cursor.position;
  for (;;) {
    if (cursor.isDocumentIndicator()) cursor.fail('markerInQuotes', start);
    if (isA(cursor.at(), END)) cursor.fail('quoteNotClosed', start);
    let isNewLine = false;
    for (let next = cursor.at(); !isA(next, BLANK_OR_END); next = cursor.at()) {
      if (next === quote) {
        if (!single || cursor.at(1) !== APOSTROPHE) break;
        text += cursor.slice(from, cursor.position + 1);
        cursor.position += 2;
        from = cursor.position;
      } else if (!single && next === BACKSLASH) {
        text += cursor.slice(from, cursor.position);
        cursor.position += 1;
        isNewLine = isA(cursor.at(), BREAK);
        if (isNewLine) cursor.readBreak();
        else text += scanEscape(cursor);
        from = cursor.position;
        if (isNewLine) break;
      } else cursor.position += 1;
    }
    if (cursor.at() === quote) break;
    const end = cursor.position;
    let [leading, trailing] = ['', ''];
    for (let next = cursor.at(); isA(next, BLANK | BREAK); next = cursor.at()) {
      if (isA(next, BLANK)) cursor.position += 1;
      else if (isNewLine) trailing += cursor.readBreak();
      else {
        text += cursor.slice(from, end);
        leading = cursor.readBreak();
        isNewLine = true;
      }
    }
    if (!isNewLine) continue;
    text += folded(leading, trailing);
    from = cursor.position;
  }
  text += cursor.slice(from, cursor.position);
  cursor.position += 1;
  return text;
}

/** The character of an escape, from the character after the backslash on. */
function scanEscape(cursor: Cursor): string {
  const name = cursor.at();
  const known = ESCAPES.get(name);
  const length = CODE_LENGTHS.get(name);
  if (known === undefined && length === undefined) cursor.fail('unknownEscape', cursor.position - 1);
  cursor.position += 1;
  if (known !== undefined) return known;
  const digits = cursor.slice(cursor.position, cursor.position + (length ?? 0));
  for (let index = 0; index < (length ?? 0); index += 1) {
    if (!isA(cursor.at(index), HEXADECIMAL)) cursor.fail('shortEscape', cursor.position - 2);
  }
  const value = Number.parseInt(digits, 16);
  if (value > 0x10ffff) cursor.fail('noUnicode', cursor.position - 2);
  cursor.position += length ?? 0;
  // The halves of a surrogate pair arrive one at a time, because text is UTF-16 here. decode.ts refuses a half without its partner.
  return String.fromCodePoint(value);
}

/** A scalar after `|` or `>`. @param parent the indentation of the block around the scalar, -1 for none */
export function scanBlock(cursor: Cursor, parent: number, isLiteral: boolean): string {
  const start = cursor.position;
  cursor.position += 1;
  const { chomping, increment } = scanHeader(cursor, start);
  let indent = increment === 0 ? 0 : Math.max(parent, 0) + increment;
  const breaks = (): string => {
    const found = scanBreaks(cursor, indent, parent);
    indent = found.indent;
    return found.breaks;
  };

  const pieces: string[] = [];
  let leading = '';
  let trailing = breaks();
  let afterBlank = false;
  while (cursor.column === indent && !isA(cursor.at(), END)) {
    const isBlank = isA(cursor.at(), BLANK);
    if (!isLiteral && !afterBlank && !isBlank && leading === '\n') {
      if (trailing === '') pieces.push(' ');
    } else pieces.push(leading);
    pieces.push(trailing);
    afterBlank = isBlank;
    const from = cursor.position;
    cursor.toLineEnd();
    pieces.push(cursor.slice(from, cursor.position));
    leading = isA(cursor.at(), BREAK) ? cursor.readBreak() : '';
    trailing = breaks();
  }
  if (chomping !== '-') pieces.push(leading);
  if (chomping === '+') pieces.push(trailing);
  return pieces.join('');
}

/** A header such as `|2-`, and the rest of the line. */
function scanHeader(cursor: Cursor, start: number): { chomping: '' | '+' | '-'; increment: number } {
  let chomping: '' | '+' | '-' = '';
  let increment = 0;
  for (let count = 0; count < 2; count += 1) {
    const next = cursor.at();
    if (chomping === '' && (next === PLUS || next === DASH)) chomping = next === PLUS ? '+' : '-';
    else if (increment === 0 && isA(next, DIGIT)) {
      if (next === ZERO) cursor.fail('zeroIndent', start);
      increment = next - ZERO;
    } else break;
    cursor.position += 1;
  }
  cursor.skip(BLANK);
  cursor.skipComment();
  if (!isA(cursor.at(), BREAK_OR_END)) cursor.fail('textAfterHeader', start);
  if (isA(cursor.at(), BREAK)) cursor.readBreak();
  return { chomping, increment };
}

/** Empty lines and indentation, up to the next line with text. Detects the indentation if it is not known yet (0). */
function scanBreaks(cursor: Cursor, known: number, parent: number): { breaks: string; indent: number } {
  let breaks = '';
  let widest = 0;
  for (;;) {
    while ((known === 0 || cursor.column < known) && cursor.at() === SPACE) cursor.position += 1;
    widest = Math.max(widest, cursor.column);
    if ((known === 0 || cursor.column < known) && cursor.at() === TAB) cursor.fail('tabInBlock');
    if (!isA(cursor.at(), BREAK)) break;
    breaks += cursor.readBreak();
  }
  return { breaks, indent: known === 0 ? Math.max(widest, parent + 1, 1) : known };
}

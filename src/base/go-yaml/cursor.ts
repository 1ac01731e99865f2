/**
 * A position in a text, and the classes of its characters in YAML 1.1.
 *
 * NEL, LS and PS end a line, as in go-yaml.
 */
import { type SyntaxErrorName, YamlSyntaxError } from './syntax-errors.js';

/** Classes of characters. A character can have several of them. */
export const BLANK = 1;
export const BREAK = 2;
export const END = 4;
/** Letters, digits, `-` and `_`: the characters of anchor and tag names. */
export const WORD = 8;
export const DIGIT = 16;
export const HEXADECIMAL = 32;
/** Ends an unquoted scalar in brackets or braces. */
export const FLOW = 64;
/** Cannot begin an unquoted scalar; `-`, `?` and `:` can, before a character that is no blank. */
export const INDICATOR = 128;
export const BLANK_OR_END = BLANK | BREAK | END;
export const BREAK_OR_END = BREAK | END;

const CLASSES = new Uint8Array(0x10000);
const mark = (characters: string, is: number): void => {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = (CLASSES[character.charCodeAt(0)] ?? 0) | is;
};
mark(' \t', BLANK);
mark('\r\n\u0085\u2028\u2029', BREAK);
mark('\0', END);
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', WORD);
mark('0123456789', DIGIT);
mark('0123456789abcdefABCDEF', HEXADECIMAL);
mark(',?[]{}', FLOW);
mark('-?:,[]{}#&*!|>\'"%@`', INDICATOR);

/** Whether a character is one of the given classes. */
export function isA(code: number, classes: number): boolean {
  return ((CLASSES[code] as number) & classes) !== 0;
}

export const code = (character: string): number => character.charCodeAt(0);
const MINUS = code('-');
const DOT = code('.');

/** A part of a text. A NUL ends the part, so that looking ahead never leaves it. Positions count from the start of the part. */
export class Cursor {
  private readonly text: string;
  position = 0;
  /** The start of the current line; columns count from here. */
  lineStart = 0;
  line = 0;

  constructor(
    private readonly source: string,
    private readonly start: number,
    end: number,
  ) {
    // Kubernetes reads line by line and ends the last line, too; a block scalar then ends with that line break.
    this.text = `${source.slice(start, end)}${source[end - 1] === '\n' ? '' : '\n'}\0`;
  }

  /** A slice of the source, not of the copy, so that the result does not keep the copy alive. */
  slice(from: number, to: number): string {
    return this.source.slice(this.start + from, this.start + to);
  }

  /** The character at a distance from the position. */
  at(distance = 0): number {
    return this.text.charCodeAt(this.position + distance);
  }

  get column(): number {
    return this.position - this.lineStart;
  }

  /** @param offset the position of the mistake; the cursor is where the mistake is noticed */
  fail(error: SyntaxErrorName, offset = this.position): never {
    throw new YamlSyntaxError(error, offset, this.position);
  }

  /** Passes a line break. @returns the break as YAML reads it */
  readBreak(): string {
    const first = this.at();
    this.position += first === 13 && this.at(1) === 10 ? 2 : 1;
    this.lineStart = this.position;
    this.line += 1;
    return first === 0x2028 || first === 0x2029 ? String.fromCharCode(first) : '\n';
  }

  skip(classes: number): void {
    while (isA(this.at(), classes)) this.position += 1;
  }

  skipComment(): void {
    if (this.at() === 35) this.toLineEnd();
  }

  toLineEnd(): void {
    while (!isA(this.at(), BREAK_OR_END)) this.position += 1;
  }

  /** Whether `---` or `...` is at the position, at the beginning of a line. */
  isDocumentIndicator(): boolean {
    if (this.position !== this.lineStart) return false;
    const first = this.at();
    return (first === MINUS || first === DOT) && this.at(1) === first && this.at(2) === first && isA(this.at(3), BLANK_OR_END);
  }
}

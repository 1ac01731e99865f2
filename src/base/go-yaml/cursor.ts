/**
 * A place in a text that is being scanned, and the characters that YAML 1.1 knows there.
 *
 * As in go-yaml, NEL, LS and PS end a line, too.
 */
import { type SyntaxErrorName, YamlSyntaxError } from './syntax-errors.js';

/** What a character is. A character can be several of these. */
export const BLANK = 1;
export const BREAK = 2;
export const END = 4;
/** Letters, digits, `-` and `_`: what names of anchors and tags are made of. */
export const WORD = 8;
export const DIGIT = 16;
export const HEXADECIMAL = 32;
/** Ends an unquoted scalar in brackets or braces. */
export const FLOW = 64;
/** Cannot begin an unquoted scalar, though `-`, `?` and `:` can before a character that is no blank. */
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

/** A part of a text, with a NUL at its end, so that looking ahead never leaves it. Positions count from the part's start. */
export class Cursor {
  private readonly text: string;
  position = 0;
  /** Where the current line begins, which counts the column. */
  lineStart = 0;
  line = 0;

  constructor(
    private readonly source: string,
    private readonly start: number,
    end: number,
  ) {
    // Kubernetes reads by lines and ends the last one, too, which a block of text then ends with.
    this.text = `${source.slice(start, end)}${source[end - 1] === '\n' ? '' : '\n'}\0`;
  }

  /** Of the source, so that what is kept of it does not keep a copy alive. */
  slice(from: number, to: number): string {
    return this.source.slice(this.start + from, this.start + to);
  }

  /** The character at a distance from here. */
  at(distance = 0): number {
    return this.text.charCodeAt(this.position + distance);
  }

  get column(): number {
    return this.position - this.lineStart;
  }

  /** @param offset where the mistake is; it is noticed here */
  fail(error: SyntaxErrorName, offset = this.position): never {
    throw new YamlSyntaxError(error, offset, this.position);
  }

  /** Passes a line break, and returns it as YAML reads it. */
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

  /** Whether `---` or `...` is here, at the beginning of a line. */
  isDocumentIndicator(): boolean {
    if (this.position !== this.lineStart) return false;
    const first = this.at();
    return (first === MINUS || first === DOT) && this.at(1) === first && this.at(2) === first && isA(this.at(3), BLANK_OR_END);
  }
}

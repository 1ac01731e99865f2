/**
 * Scans tokens as go-yaml does. Its rules about keys and about the limits of blocks decide the meaning of a manifest.
 *
 * A key without `?` is recognised only at its colon. So tokens wait in a queue while a key can begin at the first of them, and the
 * tokens of a key and of its mapping are inserted before it.
 */
import { BLANK, BLANK_OR_END, BREAK, BREAK_OR_END, Cursor, code, END, HEXADECIMAL, INDICATOR, isA, WORD } from './cursor.js';
import { scanBlock, scanPlain, scanQuoted } from './scan-scalars.js';

export enum TokenType {
  StreamEnd,
  VersionDirective,
  TagDirective,
  DocumentStart,
  DocumentEnd,
  BlockSequenceStart,
  BlockMappingStart,
  BlockEnd,
  FlowSequenceStart,
  FlowSequenceEnd,
  FlowMappingStart,
  FlowMappingEnd,
  BlockEntry,
  FlowEntry,
  Key,
  Value,
  Alias,
  Anchor,
  Tag,
  PlainScalar,
  QuotedScalar,
}

export interface Token {
  readonly type: TokenType;
  readonly start: number;
  readonly end: number;
  /** The value of a scalar, the name of an anchor or alias, the handle of a tag. */
  readonly text: string;
  /** The part of a tag after its handle; for a directive, the prefix that replaces the handle. */
  readonly suffix: string;
}

/** A token at which a key can begin, one for each level of brackets and braces. */
interface PossibleKey {
  isPossible: boolean;
  /** Whether only a key can be here, such as in a mapping's own column. */
  isRequired: boolean;
  /** Whether tokens wait for the key. */
  isAwaited: boolean;
  tokenNumber: number;
  position: number;
  line: number;
  column: number;
}

/** A key ends within this many characters, and on the same line. */
const LONGEST_KEY = 1024;
const TAG_CHARACTER = /[\w\-;/?:@&=+$,.!~*'()[\]]/;

const TAB = code('\t');
const SPACE = code(' ');

export class Scanner {
  private readonly cursor: Cursor;
  private tokens: Token[] = [];
  private head = 0;
  /** The number of tokens that were taken. */
  private taken = 0;
  private indent = -1;
  private readonly indents: number[] = [];
  private flowLevel = 0;
  private isKeyAllowed = true;
  private readonly keys: PossibleKey[] = [noKey()];
  /** The possible keys of tokens that are not taken yet, by the number of the token. */
  private readonly keyAt = new Map<number, PossibleKey>();
  private hasEnded = false;
  /** Whether the next token is known: the parser looks at it several times before it takes it. */
  private isReady = false;

  constructor(source: string, start: number, end: number) {
    this.cursor = new Cursor(source, start, end);
    // A byte order mark.
    if (this.cursor.at() === 0xfeff) {
      this.cursor.position = 1;
      this.cursor.lineStart = 1;
    }
  }

  /** The number of tokens that were taken. */
  get count(): number {
    return this.taken;
  }

  /** The next token; it stays the next one until it is taken. */
  peek(): Token {
    if (!this.isReady) {
      while (this.needsMore()) this.fetchToken();
      this.isReady = true;
    }
    return this.tokens[this.head] as Token;
  }

  take(): Token {
    const token = this.peek();
    this.isReady = false;
    this.keyAt.delete(this.taken);
    this.head += 1;
    this.taken += 1;
    if (this.head === this.tokens.length) {
      this.tokens = [];
      this.head = 0;
    }
    return token;
  }

  private needsMore(): boolean {
    if (this.head === this.tokens.length) return !this.hasEnded;
    const key = this.keyAt.get(this.taken);
    return key?.isPossible === true && key.isAwaited && key.tokenNumber === this.taken && this.isValid(key) && !this.hasEnded;
  }

  private fetchToken(): void {
    const { cursor } = this;
    this.toNextToken();
    this.endBlocks(cursor.column);
    const first = cursor.at();
    if (isA(first, END)) this.fetchEnd();
    else if (first === code('%') && cursor.column === 0) this.fetchDirective();
    else if (cursor.isDocumentIndicator()) this.fetchDocumentIndicator(first);
    else if (!isA(first, INDICATOR) || !this.fetchIndicator(first, cursor.at(1))) this.fetchPlainScalar(first);
  }

  /** @returns whether the character is an indicator here */
  private fetchIndicator(first: number, next: number): boolean {
    const isInFlow = this.flowLevel > 0;
    const isAlone = isA(next, BLANK_OR_END);
    if (first === code('-') && isAlone) this.fetchBlockEntry();
    else if (first === code('?') && (isInFlow || isAlone)) this.fetchKey();
    else if (first === code(':') && (isInFlow || isAlone)) this.fetchValue();
    else if (first === code('"') || first === code("'")) this.fetchQuotedScalar(first === code("'"));
    else if ((first === code('|') || first === code('>')) && !isInFlow) this.fetchBlockScalar(first === code('|'));
    else if (first === code('[')) this.fetchFlowStart(TokenType.FlowSequenceStart);
    else if (first === code('{')) this.fetchFlowStart(TokenType.FlowMappingStart);
    else if (first === code(']')) this.fetchFlowEnd(TokenType.FlowSequenceEnd);
    else if (first === code('}')) this.fetchFlowEnd(TokenType.FlowMappingEnd);
    else if (first === code(',')) this.fetchFlowEntry();
    else if (first === code('*')) this.fetchName(TokenType.Alias);
    else if (first === code('&')) this.fetchName(TokenType.Anchor);
    else if (first === code('!')) this.fetchTag();
    else return false;
    return true;
  }

  /** Skips blanks, comments and line breaks. Tabs do not indent, so they are not blanks where a key can begin. */
  private toNextToken(): void {
    const { cursor } = this;
    for (;;) {
      for (let next = cursor.at(); next === SPACE || (next === TAB && (this.flowLevel > 0 || !this.isKeyAllowed)); next = cursor.at()) {
        cursor.position += 1;
      }
      cursor.skipComment();
      if (!isA(cursor.at(), BREAK)) return;
      cursor.readBreak();
      if (this.flowLevel === 0) this.isKeyAllowed = true;
    }
  }

  private isValid(key: PossibleKey): boolean {
    if (!key.isPossible) return false;
    if (key.line === this.cursor.line && !this.isTooLong(key)) return true;
    if (key.isRequired) this.cursor.fail('noColon', key.position);
    key.isPossible = false;
    return false;
  }

  private isTooLong({ position }: PossibleKey): boolean {
    const length = this.cursor.position - position;
    if (length <= LONGEST_KEY || length > 2 * LONGEST_KEY) return length > LONGEST_KEY;
    // UTF-16 has at most two units for a character, and go-yaml counts characters.
    const text = this.cursor.slice(position, this.cursor.position);
    return !/[\ud800-\udbff]/.test(text) || [...text].length > LONGEST_KEY;
  }

  /** Remembers that a key can begin at the next token. */
  private saveKey(): void {
    if (!this.isKeyAllowed) return;
    this.dropKey();
    const { position, line, column } = this.cursor;
    const key = this.keys.at(-1) as PossibleKey;
    key.isPossible = true;
    key.isRequired = this.flowLevel === 0 && this.indent === column;
    key.isAwaited = true;
    key.tokenNumber = this.nextNumber();
    this.keyAt.set(key.tokenNumber, key);
    key.position = position;
    key.line = line;
    key.column = column;
  }

  private dropKey(): void {
    const key = this.keys.at(-1) as PossibleKey;
    if (key.isPossible && key.isRequired) this.cursor.fail('noColon', key.position);
    key.isPossible = false;
  }

  private nextNumber(): number {
    return this.taken + this.tokens.length - this.head;
  }

  private push(type: TokenType, start: number, text = '', suffix = ''): void {
    this.tokens.push({ type, start, end: this.cursor.position, text, suffix });
  }

  /** A token of one or more characters. */
  private pushIndicator(type: TokenType, length = 1): void {
    const start = this.cursor.position;
    this.cursor.position += length;
    this.push(type, start);
  }

  /** Inserts a token without text. @param number its place among all tokens, by default the end */
  private insert(type: TokenType, position: number, number: number = this.nextNumber()): void {
    this.tokens.splice(number - this.taken + this.head, 0, { type, start: position, end: position, text: '', suffix: '' });
  }

  private beginBlock(column: number, type: TokenType, position: number, number?: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    this.insert(type, position, number);
  }

  private endBlocks(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.push(TokenType.BlockEnd, this.cursor.position);
      this.indent = this.indents.pop() ?? -1;
    }
  }

  private fetchEnd(): void {
    this.endBlocks(-1);
    this.dropKey();
    this.isKeyAllowed = false;
    this.push(TokenType.StreamEnd, this.cursor.position);
    this.hasEnded = true;
  }

  private fetchDocumentIndicator(first: number): void {
    this.endBlocks(-1);
    this.dropKey();
    this.isKeyAllowed = false;
    this.pushIndicator(first === code('-') ? TokenType.DocumentStart : TokenType.DocumentEnd, 3);
  }

  private fetchFlowStart(type: TokenType): void {
    this.saveKey();
    this.keys.push({ ...noKey(), tokenNumber: this.nextNumber() });
    this.flowLevel += 1;
    this.isKeyAllowed = true;
    this.pushIndicator(type);
  }

  private fetchFlowEnd(type: TokenType): void {
    this.dropKey();
    if (this.flowLevel > 0) {
      this.flowLevel -= 1;
      const inner = this.keys.pop();
      const outer = this.keys.at(-1) as PossibleKey;
      // go-yaml forgets that brackets can be a key if they are empty.
      if (inner?.tokenNumber === outer.tokenNumber) outer.isAwaited = false;
    }
    this.isKeyAllowed = false;
    this.pushIndicator(type);
  }

  private fetchFlowEntry(): void {
    this.dropKey();
    this.isKeyAllowed = true;
    this.pushIndicator(TokenType.FlowEntry);
  }

  private fetchBlockEntry(): void {
    const { cursor } = this;
    if (this.flowLevel === 0) {
      if (!this.isKeyAllowed) cursor.fail('entryNotAllowed');
      this.beginBlock(cursor.column, TokenType.BlockSequenceStart, cursor.position);
    }
    this.dropKey();
    this.isKeyAllowed = true;
    this.pushIndicator(TokenType.BlockEntry);
  }

  private fetchKey(): void {
    const { cursor } = this;
    if (this.flowLevel === 0) {
      if (!this.isKeyAllowed) cursor.fail('keyNotAllowed');
      this.beginBlock(cursor.column, TokenType.BlockMappingStart, cursor.position);
    }
    this.dropKey();
    this.isKeyAllowed = this.flowLevel === 0;
    this.pushIndicator(TokenType.Key);
  }

  private fetchValue(): void {
    const { cursor } = this;
    const key = this.keys.at(-1) as PossibleKey;
    if (this.isValid(key)) {
      this.insert(TokenType.Key, key.position, key.tokenNumber);
      this.beginBlock(key.column, TokenType.BlockMappingStart, key.position, key.tokenNumber);
      key.isPossible = false;
      this.isKeyAllowed = false;
    } else {
      if (this.flowLevel === 0) {
        if (!this.isKeyAllowed) cursor.fail('valueNotAllowed');
        this.beginBlock(cursor.column, TokenType.BlockMappingStart, cursor.position);
      }
      this.isKeyAllowed = this.flowLevel === 0;
    }
    this.pushIndicator(TokenType.Value);
  }

  private fetchBlockScalar(isLiteral: boolean): void {
    this.dropKey();
    this.isKeyAllowed = true;
    const start = this.cursor.position;
    const text = scanBlock(this.cursor, this.indent, isLiteral);
    this.push(TokenType.QuotedScalar, start, text);
  }

  private fetchQuotedScalar(single: boolean): void {
    this.saveKey();
    this.isKeyAllowed = false;
    const start = this.cursor.position;
    const text = scanQuoted(this.cursor, single);
    this.push(TokenType.QuotedScalar, start, text);
  }

  private fetchPlainScalar(first: number): void {
    // The remaining `-`, `?` and `:` are before a character that is no blank.
    const canBegin = first === code('-') || (this.flowLevel === 0 && (first === code('?') || first === code(':')));
    if (first === TAB) this.cursor.fail('tabFirst');
    if (isA(first, INDICATOR) && !canBegin) this.cursor.fail('noToken');
    this.saveKey();
    const start = this.cursor.position;
    const { text, endsInNewLine } = scanPlain(this.cursor, this.indent + 1, this.flowLevel > 0);
    this.isKeyAllowed = endsInNewLine;
    this.push(TokenType.PlainScalar, start, text);
  }

  /** An anchor or an alias. */
  private fetchName(type: TokenType.Alias | TokenType.Anchor): void {
    const { cursor } = this;
    this.saveKey();
    this.isKeyAllowed = false;
    const start = cursor.position;
    cursor.position += 1;
    cursor.skip(WORD);
    const isEnd = isA(cursor.at(), BLANK_OR_END) || '?:,]}%@`'.includes(String.fromCharCode(cursor.at()));
    if (cursor.position === start + 1 || !isEnd) cursor.fail('anchorName', start);
    this.push(type, start, cursor.slice(start + 1, cursor.position));
  }

  private fetchTag(): void {
    const { cursor } = this;
    this.saveKey();
    this.isKeyAllowed = false;
    const start = cursor.position;
    let [handle, suffix] = ['', ''];
    if (cursor.at(1) === code('<')) {
      cursor.position += 2;
      suffix = this.scanTagUri('');
      if (cursor.at() !== code('>')) cursor.fail('tagNotClosed', start);
      cursor.position += 1;
    } else {
      handle = this.scanTagHandle();
      if (handle.length > 1 && handle.endsWith('!')) suffix = this.scanTagUri('');
      else {
        suffix = this.scanTagUri(handle);
        [handle, suffix] = suffix === '' ? ['', '!'] : ['!', suffix];
      }
    }
    if (!isA(cursor.at(), BLANK_OR_END)) cursor.fail('noSpaceAfterTag', start);
    this.push(TokenType.Tag, start, handle, suffix);
  }

  /** `!`, `!!` or `!name!`, or the beginning of the last form. */
  private scanTagHandle(): string {
    const { cursor } = this;
    const start = cursor.position;
    if (cursor.at() !== code('!')) cursor.fail('noTagHandle');
    cursor.position += 1;
    cursor.skip(WORD);
    if (cursor.at() === code('!')) cursor.position += 1;
    return cursor.slice(start, cursor.position);
  }

  private scanTagUri(head: string): string {
    const { cursor } = this;
    const start = cursor.position;
    let uri = head.slice(1);
    for (let next = String.fromCharCode(cursor.at()); ; next = String.fromCharCode(cursor.at())) {
      if (next === '%') uri += this.scanTagEscapes();
      else if (TAG_CHARACTER.test(next)) {
        uri += next;
        cursor.position += 1;
      } else break;
    }
    if (head === '' && cursor.position === start) cursor.fail('noTagName', start);
    return uri;
  }

  /** A character written as `%C3%A4`. */
  private scanTagEscapes(): string {
    const { cursor } = this;
    const start = cursor.position;
    while (cursor.at() === code('%') && isA(cursor.at(1), HEXADECIMAL) && isA(cursor.at(2), HEXADECIMAL)) cursor.position += 3;
    try {
      if (cursor.position > start) return decodeURIComponent(cursor.slice(start, cursor.position));
    } catch {}
    return cursor.fail('tagEscape', start);
  }

  private fetchDirective(): void {
    const { cursor } = this;
    this.endBlocks(-1);
    this.dropKey();
    this.isKeyAllowed = false;
    const start = cursor.position;
    cursor.position += 1;
    cursor.skip(WORD);
    const name = cursor.slice(start + 1, cursor.position);
    cursor.skip(BLANK);
    if (name === 'YAML') {
      const version = /^1\.\d{1,2}/.exec(cursor.slice(cursor.position, cursor.position + 4))?.[0];
      cursor.position += version?.length ?? cursor.fail('directiveVersion', start);
      this.push(TokenType.VersionDirective, start);
    } else if (name === 'TAG') {
      const handle = this.scanTagHandle();
      if (!handle.endsWith('!')) cursor.fail('noTagHandle', start);
      if (!isA(cursor.at(), BLANK)) cursor.fail('directiveSpace', start);
      cursor.skip(BLANK);
      const prefix = this.scanTagUri('');
      this.push(TokenType.TagDirective, start, handle, prefix);
    } else cursor.fail('directiveUnknown', start);
    cursor.skip(BLANK);
    cursor.skipComment();
    if (!isA(cursor.at(), BREAK_OR_END)) cursor.fail('directiveRest', start);
  }
}

function noKey(): PossibleKey {
  return { isPossible: false, isRequired: false, isAwaited: false, tokenNumber: 0, position: 0, line: 0, column: 0 };
}

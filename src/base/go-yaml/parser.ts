/** Tokens → the nodes of one document, by go-yaml's grammar. */
import { Scanner, type Token, TokenType } from './scanner.js';
import { type SyntaxErrorName, YamlSyntaxError } from './syntax-errors.js';

/** Levels of nesting; Kubernetes objects stay below 100. */
export const MAX_DEPTH = 256;

export type NodeKind = 'scalar' | 'map' | 'list' | 'alias';

/** A node of a document. Offsets count from the beginning of the whole text. */
export interface YamlNode {
  readonly kind: NodeKind;
  /** The start of the content, after a tag and an anchor. */
  readonly start: number;
  /** The tag with its handle resolved, such as `tag:yaml.org,2002:int`. */
  readonly tag: string | undefined;
  readonly anchor: string | undefined;
  /** The text of a scalar, or the name that an alias refers to. */
  readonly text: string;
  /** Whether a scalar is neither quoted nor a block of text. */
  readonly isPlain: boolean;
  /** The entries of a list; for a mapping, keys and values in turn. */
  readonly items: readonly YamlNode[];
}

/** A document that was read to its end. */
export interface YamlDocument {
  /** Undefined for a document without content. */
  readonly root: YamlNode | undefined;
  /** Whether the document is empty, without even `---`. */
  readonly isAbsent: boolean;
  /** The offset of text after the end of the document, if there is any. */
  readonly rest: number | undefined;
}

/** The error of a document that is nested too deeply or too long. */
export class YamlLimitError extends Error {
  /** @param offset from the start of the document */
  constructor(
    readonly code: 'NESTED_TOO_DEEPLY' | 'FILE_TOO_LARGE',
    readonly offset: number,
  ) {
    super(code);
  }
}

/** The number of tokens that may still be read. */
export interface Budget {
  tokens: number;
}

/**
 * Parses a part of a text that is exactly one document.
 *
 * @throws YamlSyntaxError
 * @throws YamlLimitError
 */
export function parseDocument(source: string, start: number, end: number, budget: Budget): YamlDocument {
  return new DocumentParser(source, start, end, budget).document();
}

/** The tag handles that every document has. */
const HANDLES: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];
const NO_ITEMS: readonly YamlNode[] = [];

class DocumentParser {
  private readonly scanner: Scanner;
  private readonly handles = new Map(HANDLES);
  private depth = 0;
  /** Offsets of the open brackets and braces. */
  private readonly brackets: number[] = [];

  constructor(
    source: string,
    private readonly start: number,
    end: number,
    private readonly budget: Budget,
  ) {
    this.scanner = new Scanner(source, start, end);
  }

  document(): YamlDocument {
    while (this.is(TokenType.DocumentEnd)) this.take();
    const hasDirectives = this.directives();
    const isAbsent = this.is(TokenType.StreamEnd);
    if (this.is(TokenType.DocumentStart)) this.take();
    else if (hasDirectives) this.fail('directiveAlone');
    const isEmpty = this.is(TokenType.StreamEnd) || this.is(TokenType.DocumentEnd);
    const root = isEmpty ? undefined : this.node(true, false);
    return { root, isAbsent, rest: this.rest() };
  }

  private directives(): boolean {
    let any = false;
    for (let token = this.scanner.peek(); ; token = this.scanner.peek()) {
      if (token.type === TokenType.TagDirective) this.handles.set(token.text, token.suffix);
      else if (token.type !== TokenType.VersionDirective) return any;
      any = true;
      this.take();
    }
  }

  /** The offset of text after a document; go-yaml never looks at that text. */
  private rest(): number | undefined {
    if (!this.is(TokenType.DocumentEnd)) return this.is(TokenType.StreamEnd) ? undefined : this.start + this.scanner.peek().start;
    try {
      while (this.is(TokenType.DocumentEnd)) this.take();
      return this.is(TokenType.StreamEnd) ? undefined : this.start + this.scanner.peek().start;
    } catch (error) {
      if (error instanceof YamlSyntaxError) return this.start + error.offset;
      throw error;
    }
  }

  private is(type: TokenType): boolean {
    return this.scanner.peek().type === type;
  }

  private take(): Token {
    this.budget.tokens -= 1;
    const token = this.scanner.take();
    if (this.budget.tokens < 0) throw new YamlLimitError('FILE_TOO_LARGE', token.start);
    return token;
  }

  /** Fails. If the text ends within brackets, the mistake is at the opening bracket. */
  private fail(error: SyntaxErrorName): never {
    const { start, type } = this.scanner.peek();
    const bracket = type === TokenType.StreamEnd ? this.brackets.at(-1) : undefined;
    throw new YamlSyntaxError(bracket !== undefined && error === 'noContent' ? 'flowNotClosed' : error, bracket ?? start, start);
  }

  private scalar(position: number, text: string, isPlain: boolean, tag?: string, anchor?: string): YamlNode {
    return { kind: 'scalar', start: this.start + position, tag, anchor, text, isPlain, items: NO_ITEMS };
  }

  private empty(position: number): YamlNode {
    return this.scalar(position, '', true);
  }

  private node(isBlock: boolean, canBeUnindented: boolean): YamlNode {
    if (this.depth === MAX_DEPTH) throw new YamlLimitError('NESTED_TOO_DEEPLY', this.scanner.peek().start);
    if (this.is(TokenType.Alias)) {
      const { start, text } = this.take();
      return { kind: 'alias', start: this.start + start, tag: undefined, anchor: undefined, text, isPlain: false, items: NO_ITEMS };
    }
    let anchor: string | undefined;
    let tag: string | undefined;
    let end = 0;
    for (let token = this.scanner.peek(); ; token = this.scanner.peek()) {
      if (token.type === TokenType.Anchor && anchor === undefined) anchor = token.text;
      else if (token.type === TokenType.Tag && tag === undefined) tag = this.tagOf(token);
      else break;
      end = this.take().end;
    }
    const token = this.scanner.peek();
    if (token.type === TokenType.PlainScalar || token.type === TokenType.QuotedScalar) {
      this.take();
      return this.scalar(token.start, token.text, token.type === TokenType.PlainScalar, tag, anchor);
    }
    const kind = kindOf(token.type, isBlock, canBeUnindented);
    if (kind === undefined) {
      if (anchor === undefined && tag === undefined) this.fail('noContent');
      return this.scalar(end, '', true, tag, anchor);
    }
    this.depth += 1;
    const items = this.items(token.type);
    this.depth -= 1;
    return { kind, start: this.start + token.start, tag, anchor, text: '', isPlain: false, items };
  }

  private tagOf({ text: handle, suffix, start }: Token): string {
    if (handle === '') return suffix;
    const prefix = this.handles.get(handle);
    if (prefix === undefined) throw new YamlSyntaxError('tagHandleUnknown', start);
    return prefix + suffix;
  }

  private items(type: TokenType): YamlNode[] {
    if (type === TokenType.BlockEntry) return this.unindentedEntries();
    const { start } = this.take();
    if (type === TokenType.BlockSequenceStart) return this.blockEntries();
    if (type === TokenType.BlockMappingStart) return this.blockPairs();
    this.brackets.push(start);
    const items = type === TokenType.FlowSequenceStart ? this.flowEntries() : this.flowPairs();
    this.brackets.pop();
    return items;
  }

  private blockEntries(): YamlNode[] {
    const items: YamlNode[] = [];
    while (this.is(TokenType.BlockEntry)) {
      const { end } = this.take();
      items.push(this.is(TokenType.BlockEntry) || this.is(TokenType.BlockEnd) ? this.empty(end) : this.node(true, false));
    }
    if (!this.is(TokenType.BlockEnd)) this.fail('noEntry');
    this.take();
    return items;
  }

  /** A list in the same column as its key. */
  private unindentedEntries(): YamlNode[] {
    const items: YamlNode[] = [];
    while (this.is(TokenType.BlockEntry)) {
      const { end } = this.take();
      items.push(this.is(TokenType.BlockEntry) || this.endsBlockValue() ? this.empty(end) : this.node(true, false));
    }
    return items;
  }

  private blockPairs(): YamlNode[] {
    const items: YamlNode[] = [];
    while (this.is(TokenType.Key)) {
      let { end } = this.take();
      items.push(this.endsBlockValue() ? this.empty(end) : this.node(true, true));
      const hasValue = this.is(TokenType.Value);
      if (hasValue) end = this.take().end;
      items.push(!hasValue || this.endsBlockValue() ? this.empty(end) : this.node(true, true));
    }
    if (!this.is(TokenType.BlockEnd)) this.fail('noKey');
    this.take();
    return items;
  }

  private endsBlockValue(): boolean {
    return this.is(TokenType.Key) || this.is(TokenType.Value) || this.is(TokenType.BlockEnd);
  }

  private flowEntries(): YamlNode[] {
    const items: YamlNode[] = [];
    while (!this.is(TokenType.FlowSequenceEnd)) {
      if (items.length > 0) {
        if (!this.is(TokenType.FlowEntry)) this.fail('listNotClosed');
        this.take();
        if (this.is(TokenType.FlowSequenceEnd)) break;
      }
      items.push(this.is(TokenType.Key) ? this.flowPair() : this.node(false, false));
    }
    this.take();
    return items;
  }

  /** `[a: b]`: a list with one mapping. */
  private flowPair(): YamlNode {
    const { start, end } = this.take();
    const isEnd = (): boolean => this.is(TokenType.FlowEntry) || this.is(TokenType.FlowSequenceEnd);
    const isEmpty = this.is(TokenType.Value) || isEnd();
    // go-yaml drops the token after an empty key.
    if (isEmpty) this.take();
    const key = isEmpty ? this.empty(end) : this.node(false, false);
    const value = this.is(TokenType.Value) ? this.take() : undefined;
    const items = [key, value === undefined || isEnd() ? this.empty(value?.end ?? end) : this.node(false, false)];
    return { kind: 'map', start: this.start + start, tag: undefined, anchor: undefined, text: '', isPlain: false, items };
  }

  private flowPairs(): YamlNode[] {
    const items: YamlNode[] = [];
    while (!this.is(TokenType.FlowMappingEnd)) {
      if (items.length > 0) {
        if (!this.is(TokenType.FlowEntry)) this.fail('mappingNotClosed');
        this.take();
        if (this.is(TokenType.FlowMappingEnd)) break;
      }
      items.push(...this.flowMapPair());
    }
    this.take();
    return items;
  }

  private flowMapPair(): [YamlNode, YamlNode] {
    const isEnd = (): boolean => this.is(TokenType.FlowEntry) || this.is(TokenType.FlowMappingEnd);
    if (!this.is(TokenType.Key)) {
      const key = this.node(false, false);
      return [key, this.empty(key.start - this.start)];
    }
    let { end } = this.take();
    const key = this.is(TokenType.Value) || isEnd() ? this.empty(end) : this.node(false, false);
    const hasValue = this.is(TokenType.Value);
    if (hasValue) end = this.take().end;
    return [key, !hasValue || isEnd() ? this.empty(end) : this.node(false, false)];
  }
}

/** The kind of the collection that a token begins. */
function kindOf(type: TokenType, isBlock: boolean, canBeUnindented: boolean): NodeKind | undefined {
  if (type === TokenType.FlowSequenceStart || (isBlock && type === TokenType.BlockSequenceStart)) return 'list';
  if (type === TokenType.FlowMappingStart || (isBlock && type === TokenType.BlockMappingStart)) return 'map';
  return canBeUnindented && type === TokenType.BlockEntry ? 'list' : undefined;
}

/** Tokens → the nodes of one document, by the grammar of go-yaml. */
import { YamlSyntaxError } from './cursor.js';
import { Scanner, type Token, TokenType } from './scanner.js';

/** Levels of nesting; Kubernetes objects stay below 100. */
export const MAX_DEPTH = 256;

export type NodeKind = 'scalar' | 'map' | 'list' | 'alias';

/** A node of a document. Offsets count from the beginning of the whole text. */
export interface YamlNode {
  readonly kind: NodeKind;
  /** Where its content begins, after a tag and an anchor. */
  readonly start: number;
  /** As the document means it, such as `tag:yaml.org,2002:int`. */
  readonly tag: string | undefined;
  readonly anchor: string | undefined;
  /** The text of a scalar, or the name that an alias refers to. */
  readonly text: string;
  /** Whether a scalar is neither quoted nor a block of text. */
  readonly isPlain: boolean;
  /** The entries of a list; of a mapping, each key and its value in turn. */
  readonly items: readonly YamlNode[];
}

/** A document that ended well. */
export interface YamlDocument {
  /** Nothing for a document without content. */
  readonly root: YamlNode | undefined;
  /** Whether it was empty, without even `---`. */
  readonly isAbsent: boolean;
  /** Where text begins that comes after the end of the document, if there is any. */
  readonly rest: number | undefined;
}

/** Thrown where a document is nested too deeply to follow. */
export class NestedTooDeeply extends YamlSyntaxError {}
/** Thrown where a document has more tokens than are left to read. */
export class TooManyTokens extends YamlSyntaxError {}

/** How many tokens may still be read. */
export interface Budget {
  tokens: number;
}

/**
 * The document in a part of a text, which must be all of one document.
 *
 * @throws YamlSyntaxError
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
    else if (hasDirectives) this.fail('found no --- after a directive');
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

  /** go-yaml never looks at what comes after a document. */
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
    if (this.budget.tokens < 0) throw new TooManyTokens('too many tokens', token.start);
    return token;
  }

  private fail(message: string): never {
    throw new YamlSyntaxError(message, this.scanner.peek().start);
  }

  private scalar(position: number, text: string, isPlain: boolean, tag?: string, anchor?: string): YamlNode {
    return { kind: 'scalar', start: this.start + position, tag, anchor, text, isPlain, items: NO_ITEMS };
  }

  private empty(position: number): YamlNode {
    return this.scalar(position, '', true);
  }

  private node(isBlock: boolean, canBeUnindented: boolean): YamlNode {
    if (this.depth === MAX_DEPTH) throw new NestedTooDeeply('nested too deeply', this.scanner.peek().start);
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
      if (anchor === undefined && tag === undefined) this.fail('found no value where one is expected');
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
    if (prefix === undefined) throw new YamlSyntaxError(`the tag handle ${handle} is not defined`, start);
    return prefix + suffix;
  }

  private items(type: TokenType): YamlNode[] {
    if (type === TokenType.BlockEntry) return this.unindentedEntries();
    this.take();
    if (type === TokenType.BlockSequenceStart) return this.blockEntries();
    if (type === TokenType.BlockMappingStart) return this.blockPairs();
    return type === TokenType.FlowSequenceStart ? this.flowEntries() : this.flowPairs();
  }

  private blockEntries(): YamlNode[] {
    const items: YamlNode[] = [];
    while (this.is(TokenType.BlockEntry)) {
      const { end } = this.take();
      items.push(this.is(TokenType.BlockEntry) || this.is(TokenType.BlockEnd) ? this.empty(end) : this.node(true, false));
    }
    if (!this.is(TokenType.BlockEnd)) this.fail('found no "- " where an entry of a list is expected');
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
    // go-yaml refuses a colon without a key as soon as this; plain.ts refuses empty keys of all kinds.
    while (this.is(TokenType.Key) || this.is(TokenType.Value)) {
      let end = this.is(TokenType.Key) ? this.take().end : this.scanner.peek().start;
      items.push(this.endsBlockValue() ? this.empty(end) : this.node(true, true));
      const hasValue = this.is(TokenType.Value);
      if (hasValue) end = this.take().end;
      items.push(!hasValue || this.endsBlockValue() ? this.empty(end) : this.node(true, true));
    }
    if (!this.is(TokenType.BlockEnd)) this.fail('found no key where one is expected');
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
        if (!this.is(TokenType.FlowEntry)) this.fail('found neither a comma nor ] after an entry of a list');
        this.take();
        if (this.is(TokenType.FlowSequenceEnd)) break;
      }
      items.push(this.is(TokenType.Key) ? this.flowPair() : this.node(false, false));
    }
    this.take();
    return items;
  }

  /** `[a: b]`, which is a list of a mapping. */
  private flowPair(): YamlNode {
    const { start, end } = this.take();
    const isEnd = (): boolean => this.is(TokenType.FlowEntry) || this.is(TokenType.FlowSequenceEnd);
    const key = this.is(TokenType.Value) || isEnd() ? this.empty(end) : this.node(false, false);
    const value = this.is(TokenType.Value) ? this.take() : undefined;
    const items = [key, value === undefined || isEnd() ? this.empty(value?.end ?? end) : this.node(false, false)];
    return { kind: 'map', start: this.start + start, tag: undefined, anchor: undefined, text: '', isPlain: false, items };
  }

  private flowPairs(): YamlNode[] {
    const items: YamlNode[] = [];
    while (!this.is(TokenType.FlowMappingEnd)) {
      if (items.length > 0) {
        if (!this.is(TokenType.FlowEntry)) this.fail('found neither a comma nor } after an entry of a mapping');
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

/** The kind of a collection that begins with a token. */
function kindOf(type: TokenType, isBlock: boolean, canBeUnindented: boolean): NodeKind | undefined {
  if (type === TokenType.FlowSequenceStart || (isBlock && type === TokenType.BlockSequenceStart)) return 'list';
  if (type === TokenType.FlowMappingStart || (isBlock && type === TokenType.BlockMappingStart)) return 'map';
  return canBeUnindented && type === TokenType.BlockEntry ? 'list' : undefined;
}

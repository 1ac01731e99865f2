/**
 * A parsed YAML node as plain JSON data.
 *
 * The yaml package's `toJS` is not used, because the result must have Kubernetes' scalars (see scalar.ts),
 * no prototype keys, limited aliases, and a problem with its place for everything that cannot be kept.
 */
import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar } from 'yaml';
import { jsonText } from './format.js';
import { isMapping } from './plain-data.js';
import type { NodeProblem } from './problem.js';
import { isIntegerText, resolvePlainScalar } from './scalar.js';

/** The prefix of the tags that YAML itself defines. */
const CORE_TAG = 'tag:yaml.org,2002:';

/** How many nodes aliases can add to one document. go-yaml has a similar limit. */
const MAX_ALIASED_NODES = 100_000;
/** How many characters aliases can add to one document: more than the API server accepts for an object. */
const MAX_ALIASED_CHARACTERS = 4 * 1024 * 1024;

/** The value of an anchor, and its size. */
interface Anchor {
  readonly value: unknown;
  readonly nodes: number;
  readonly characters: number;
}

/** The state while a document becomes plain data. */
interface Context {
  readonly anchors: Map<string, Anchor>;
  readonly problems: NodeProblem[];
  /** The field that is being read. */
  readonly path: (string | number)[];
  /** Nodes read so far. Those behind an alias count each time. */
  nodes: number;
  aliased: number;
  /** Characters of text, counted the same way. */
  characters: number;
  aliasedCharacters: number;
}

/**
 * The document's content as plain data. Aliased parts are shared, so the result must not be mutated.
 * If there are problems, do not use `value`. If all of them are duplicate keys, it has the last value of each,
 * as in go-yaml and so in kubectl.
 */
export function toPlain(document: Document.Parsed): { value: unknown; problems: NodeProblem[] } {
  const context: Context = { anchors: new Map(), problems: [], path: [], nodes: 0, aliased: 0, characters: 0, aliasedCharacters: 0 };
  const value = document.contents === null ? null : nodeValue(document.contents, context);
  return { value, problems: context.problems };
}

function nodeValue(node: Node | null | undefined, context: Context): unknown {
  if (!node) return null;
  const { nodes: before, characters } = context;
  context.nodes += 1;
  if (isAlias(node)) return aliasValue(node, context);
  let value: unknown = null;
  checkCollectionTag(node, context);
  if (isScalar(node)) value = scalarValue(node, context);
  else if (isMap(node)) value = mapValue(node.items as Pair<Node, Node | null>[], context);
  else if (isSeq(node)) value = node.items.map((item, index) => fieldValue(index, item as Node, context));
  const { anchor } = node as { anchor?: string };
  if (anchor) context.anchors.set(anchor, { value, nodes: context.nodes - before, characters: context.characters - characters });
  return value;
}

/** `!!omap`, `!!set` and the like have no counterpart in JSON. */
function checkCollectionTag(node: Node, context: Context): void {
  const { tag } = node as { tag?: string };
  if (isScalar(node) || !tag || tag === '!' || tag === `${CORE_TAG}map` || tag === `${CORE_TAG}seq`) return;
  report(context, node, foreignTag(tag));
}

function fieldValue(step: string | number, node: Node | null, context: Context): unknown {
  context.path.push(step);
  const value = nodeValue(node, context);
  context.path.pop();
  return value;
}

function mapValue(pairs: readonly Pair<Node, Node | null>[], context: Context): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const keys = new Set<string>();
  for (const pair of pairs) {
    if (isMergeKey(pair.key)) {
      merge(pair.value, value, context);
      continue;
    }
    const key = keyOf(pair.key, context);
    const entry = fieldValue(key ?? '', pair.value, context);
    if (key === undefined) continue;
    if (keys.has(key)) {
      const problem = {
        code: 'DUPLICATE_KEY',
        message: `the mapping has the key ${JSON.stringify(key)} twice`,
        found: JSON.stringify(key),
        expected: 'each key once',
        fix: 'remove one of them; parsers disagree about which value counts (with --lenient the last value wins, as in kubectl)',
      } as const;
      report(context, pair.key, problem, key);
    }
    keys.add(key);
    value[key] = entry;
  }
  return value;
}

function isMergeKey(key: Node): boolean {
  return isScalar(key) && key.type === Scalar.PLAIN && key.value === '<<' && (!key.tag || key.tag === `${CORE_TAG}merge`);
}

/** Merge keys as go-yaml reads them: a later key wins, but of several merged mappings the earlier one wins. */
function merge(node: Node | null, into: Record<string, unknown>, context: Context): void {
  const merged = fieldValue('<<', node, context);
  // go-yaml accepts a list of mappings, but not an alias of one.
  const isList = Array.isArray(merged) && !isAlias(node);
  const sources = isList ? merged.toReversed() : [merged];
  if (sources.every(isMapping)) {
    for (const source of sources) Object.assign(into, source);
    return;
  }
  const problem = {
    code: 'UNSUPPORTED_YAML',
    message: 'only a mapping, or a list of mappings, can be merged',
    found: Array.isArray(merged) ? 'a list' : jsonText(merged).slice(0, 80),
    expected: 'a mapping after <<',
    fix: 'merge an alias of a mapping, or quote "<<" to use it as a plain key',
  } as const;
  report(context, node, problem, '<<');
}

/** Keys are text in JSON; go-yaml turns numbers and booleans into text and refuses the rest. */
function keyOf(node: Node | null, context: Context): string | undefined {
  const key = nodeValue(node, context);
  if (key === '__proto__') {
    report(
      context,
      node,
      {
        code: 'FORBIDDEN_KEY',
        message: 'the key "__proto__" is not safe to use',
        found: '__proto__',
        expected: 'any other key',
        fix: 'rename or remove the key; no Kubernetes object has a field with this name',
      },
      key,
    );
    return undefined;
  }
  if (typeof key === 'string') return key;
  if (typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean') return String(key);
  report(context, node, {
    code: 'UNSUPPORTED_YAML',
    message: 'a key of a mapping must be text',
    found: key === null ? 'an empty key' : Array.isArray(key) ? 'a list' : 'a mapping',
    expected: 'text',
    fix: isMap(node) ? 'write the key as text; if {{ }} is a template, render it first' : 'write the key as text, in quotes if necessary',
  });
  return undefined;
}

/** The value of an alias, which it shares with the anchor. */
function aliasValue(node: Alias, context: Context): unknown {
  const name = node.source;
  const anchor = context.anchors.get(name);
  if (!anchor) {
    report(context, node, {
      code: 'UNSUPPORTED_YAML',
      message: `the alias *${name} has no anchor before it`,
      found: `*${name}`,
      expected: `an anchor &${name} that ends before this line`,
      fix: 'define the anchor first, or write the value itself',
    });
    return null;
  }
  const already = isTooMuch(context);
  context.nodes += anchor.nodes;
  context.aliased += anchor.nodes;
  context.characters += anchor.characters;
  context.aliasedCharacters += anchor.characters;
  if (isTooMuch(context) && !already) {
    const values = context.aliased > MAX_ALIASED_NODES;
    report(context, node, {
      code: 'TOO_MANY_ALIASES',
      message: 'the aliases of this document expand to too many values or too much text',
      found: values
        ? `more than ${MAX_ALIASED_NODES} values behind aliases`
        : `more than ${MAX_ALIASED_CHARACTERS} characters behind aliases`,
      expected: `at most ${values ? MAX_ALIASED_NODES : MAX_ALIASED_CHARACTERS}`,
      fix: 'write the repeated values out, or split the document',
    });
  }
  return anchor.value;
}

function isTooMuch({ aliased, aliasedCharacters }: Context): boolean {
  return aliased > MAX_ALIASED_NODES || aliasedCharacters > MAX_ALIASED_CHARACTERS;
}

/** Text unless it is plain, or has the tag of another type. */
function scalarValue(node: Scalar, context: Context): unknown {
  const text = typeof node.value === 'string' ? node.value : String(node.source ?? '');
  context.characters += text.length;
  const tag = node.tag;
  if (tag && tag !== '!' && tag !== `${CORE_TAG}str`) return taggedValue(node, tag, text, context);
  if (tag || node.type !== Scalar.PLAIN) return wellFormed(text, node, context);
  return finite(resolvePlainScalar(text), node, context);
}

function taggedValue(node: Scalar, tag: string, text: string, context: Context): unknown {
  const name = tag.startsWith(CORE_TAG) ? tag.slice(CORE_TAG.length) : tag;
  const value = resolvePlainScalar(text);
  const fits =
    (name === 'int' && isIntegerText(text)) ||
    (name === 'float' && (typeof value === 'bigint' || typeof value === 'number')) ||
    (name === 'bool' && typeof value === 'boolean') ||
    (name === 'null' && value === null);
  if (fits) return finite(value, node, context);
  report(context, node, foreignTag(tag, text));
  return null;
}

/** An escape can produce an unpaired surrogate, which UTF-8 cannot represent. */
function wellFormed(text: string, node: Node, context: Context): string {
  if (text.isWellFormed()) return text;
  report(context, node, {
    code: 'UNSUPPORTED_YAML',
    message: 'the text has an unpaired surrogate',
    found: JSON.stringify(text).slice(0, 80),
    expected: 'whole Unicode characters',
    fix: 'write the character itself, or both surrogates',
  });
  return text;
}

function finite(value: unknown, node: Node, context: Context): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  report(context, node, {
    code: 'UNSUPPORTED_YAML',
    message: 'JSON, and so Kubernetes, cannot represent this number',
    found: String(value),
    expected: 'a finite number, or text in quotes',
    fix: 'put the value in quotes if it is text',
  });
  return null;
}

/** Reports a problem at a node. @param step the key of a mapping that it is about */
function report(context: Context, node: Node | null, problem: Omit<NodeProblem, 'offset' | 'at'>, step?: string): void {
  context.problems.push({
    ...problem,
    offset: node?.range?.[0] ?? 0,
    at: step === undefined ? [...context.path] : [...context.path, step],
  });
}

/** A tag that JSON, and so Kubernetes, cannot represent. */
function foreignTag(tag: string, text = ''): Omit<NodeProblem, 'offset' | 'at'> {
  return {
    code: 'UNSUPPORTED_YAML',
    message: 'this YAML tag has no meaning in a Kubernetes manifest',
    found: `${tag.replace(CORE_TAG, '!!')} ${text}`.trim().slice(0, 80),
    expected: 'a value without a tag',
    fix: 'remove the tag and write the value as text, number, true or false',
  };
}

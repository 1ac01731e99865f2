/**
 * A parsed YAML node → plain JSON data.
 *
 * Scalars are those of Kubernetes (see resolve.ts), prototype keys are refused, aliases are limited, and everything that JSON cannot
 * keep is an error with its place.
 */

import { isDeepStrictEqual } from 'node:util';
import type { NodeKind, YamlNode } from './parser.js';
import { floatKey, isIntegerText, resolvePlainScalar } from './resolve.js';
import type { YamlError } from './yaml-error.js';

/** The prefix of the tags that YAML itself defines. */
const CORE_TAG = 'tag:yaml.org,2002:';

const STRING_TAG = `${CORE_TAG}str`;
const TIMESTAMP_TAG = `${CORE_TAG}timestamp`;
/** The check of a value with this tag, by tag. */
const TYPE_TAGS: ReadonlyMap<string, (value: unknown, text: string) => boolean> = new Map([
  [`${CORE_TAG}int`, (_, text) => isIntegerText(text)],
  [`${CORE_TAG}float`, (value) => typeof value === 'bigint' || typeof value === 'number'],
  [`${CORE_TAG}bool`, (value) => typeof value === 'boolean'],
  [`${CORE_TAG}null`, (value) => value === null],
  [TIMESTAMP_TAG, (_, text) => TIMESTAMP.test(text)],
]);
/** The tags that collections have by default. */
const COLLECTION_TAGS = { map: new Set(['!', `${CORE_TAG}map`]), list: new Set(['!', `${CORE_TAG}seq`]) };
const TIMESTAMP =
  /^\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])(?: \d\d?:\d\d?:\d\d?(?:\.\d+)?|[Tt]\d\d?:\d\d?:\d\d?(?:\.\d+)?(?:Z|[-+]\d\d:\d\d))?$/;

/** How many nodes aliases can add to one document. go-yaml has a similar limit. */
const MAX_ALIASED_NODES = 100_000;
/** How many characters aliases can add to one document: more than the API server accepts for an object. */
const MAX_ALIASED_CHARACTERS = 4 * 1024 * 1024;

/** The value of an anchor, and its size. */
interface Anchor {
  readonly kind: NodeKind;
  readonly value: unknown;
  readonly nodes: number;
  readonly characters: number;
}

/** The state while a document becomes plain data. */
interface Context {
  /** By name; undefined while the value of the anchor is being read. */
  readonly anchors: Map<string, Anchor | undefined>;
  readonly errors: YamlError[];
  /** The field that is being read. */
  readonly path: (string | number)[];
  /** Nodes read so far. Nodes behind an alias count each time. */
  nodes: number;
  aliased: number;
  /** Characters of text so far, counted the same way. */
  characters: number;
  aliasedCharacters: number;
}

/**
 * The document's content as plain data. Aliased parts are shared: do not mutate the result.
 * Do not use `value` if there are errors. Exception: with duplicate keys alone, it has the last value of each key, as in go-yaml and
 * so in kubectl.
 */
export function decode(root: YamlNode | undefined): { value: unknown; errors: YamlError[] } {
  const context: Context = { anchors: new Map(), errors: [], path: [], nodes: 0, aliased: 0, characters: 0, aliasedCharacters: 0 };
  const value = root === undefined ? null : nodeValue(root, context);
  return { value, errors: context.errors };
}

function nodeValue(node: YamlNode, context: Context): unknown {
  const { nodes: before, characters } = context;
  context.nodes += 1;
  if (node.kind === 'alias') return aliasValue(node, context);
  const { anchor } = node;
  if (anchor !== undefined) context.anchors.set(anchor, undefined);
  const value = contentOf(node, context);
  if (anchor !== undefined) {
    context.anchors.set(anchor, { kind: node.kind, value, nodes: context.nodes - before, characters: context.characters - characters });
  }
  return value;
}

function contentOf(node: YamlNode, context: Context): unknown {
  if (node.kind === 'scalar') return scalarValue(node, context);
  if (node.tag !== undefined && !COLLECTION_TAGS[node.kind === 'map' ? 'map' : 'list'].has(node.tag)) {
    reportIgnoredTag(node.tag, node, context);
  }
  if (node.kind === 'map') return mapValue(node.items, context);
  return node.items.map((item, index) => fieldValue(index, item, context));
}

function fieldValue(step: string | number, node: YamlNode, context: Context): unknown {
  context.path.push(step);
  const value = nodeValue(node, context);
  context.path.pop();
  return value;
}

/** @param items keys and values in turn */
function mapValue(items: readonly YamlNode[], context: Context): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  let own: Set<string> | undefined;
  let isMerged = false;
  for (let index = 0; index + 1 < items.length; index += 2) {
    const [keyNode, entryNode] = [items[index] as YamlNode, items[index + 1] as YamlNode];
    if (isMergeKey(keyNode)) {
      own ??= new Set(Object.keys(value));
      if (isMerged) report(context, keyNode, twice('<<'), '<<');
      isMerged = true;
      const written = new Map([...own].map((key) => [key, value[key]]));
      merge(entryNode, value, context);
      for (const [key, before] of written) if (!isDeepStrictEqual(before, value[key])) report(context, keyNode, overridden(key), '<<');
      continue;
    }
    const key = mappingKey(keyNode, context);
    if (key === '<<') report(context, keyNode, MERGE_KEY_IN_QUOTES, key);
    const entry = fieldValue(key ?? '', entryNode, context);
    if (key === undefined) continue;
    if (own ? own.has(key) : Object.hasOwn(value, key)) {
      report(context, keyNode, twice(key), key);
    }
    own?.add(key);
    value[key] = entry;
  }
  return value;
}

/** kustomize, and so Flux, reads only the text of the key. */
const MERGE_KEY_IN_QUOTES: Reported = {
  code: 'UNSUPPORTED_YAML',
  message: 'the key "<<" is a key like any other for kubectl, and a merge key for kustomize',
  found: '"<<"',
  expected: 'a merge key without quotes or tag, or another key',
  fix: 'write << without quotes to merge a mapping, or remove the key',
};

/** kustomize, and so Flux, writes a date as a point in time: another string elsewhere, and another object here. */
const DATE_AS_NAME: Reported = {
  code: 'UNSUPPORTED_YAML',
  message: 'a name that is a date without quotes is another name for kustomize',
  found: 'a date',
  expected: 'text',
  fix: 'put the name in quotes',
};

type Reported = Parameters<typeof report>[2];

function twice(key: string): Reported {
  return {
    code: 'DUPLICATE_KEY',
    message: `the mapping has the key ${JSON.stringify(key)} twice`,
    found: JSON.stringify(key),
    expected: 'each key once',
    fix: 'remove one of them; parsers disagree about which value counts (with --lenient the last value wins, as in kubectl)',
  };
}

/** kubectl and Argo CD take the value that is merged later, kustomize and Flux the written one: no reading is right. */
function overridden(key: string): Reported {
  return {
    code: 'UNSUPPORTED_YAML',
    message: `a merge key comes after the key ${JSON.stringify(key)} and has another value for it`,
    found: '<<',
    expected: 'the merge key before the keys that it does not decide',
    fix: `write << first, or remove one of the values; for kubectl the merged ${JSON.stringify(key)} counts, for kustomize the written one`,
  };
}

function isMergeKey({ kind, text, tag, isPlain }: YamlNode): boolean {
  return text === '<<' && kind === 'scalar' && (tag === undefined ? isPlain : tag === '!' || tag === `${CORE_TAG}merge`);
}

/** Reads merge keys as go-yaml does: a later key wins; among several merged mappings, the earlier one wins. */
function merge(node: YamlNode, into: Record<string, unknown>, context: Context): void {
  const merged = fieldValue('<<', node, context);
  // go-yaml accepts a list of mappings, but not an alias of one.
  const sources =
    node.kind === 'list' ? node.items.map((item, index) => [item, (merged as unknown[])[index]] as const) : [[node, merged] as const];
  if (sources.every(([source]) => kindBehind(source, context) === 'map')) {
    // Beyond the limit, nobody uses the value; each merge would copy all that was merged before.
    if (!isTooMuch(context)) for (const [, value] of sources.toReversed()) Object.assign(into, value);
    return;
  }
  const error = {
    code: 'UNSUPPORTED_YAML',
    message: 'only a mapping, or a list of mappings, can be merged',
    found: Array.isArray(merged) ? 'a list' : (typeof merged === 'string' ? JSON.stringify(merged) : String(merged)).slice(0, 80),
    expected: 'a mapping after <<',
    fix: 'merge a mapping, or an alias of one',
  } as const;
  report(context, node, error, '<<');
}

/** The kind of a node; for an alias, the kind of the aliased node. */
function kindBehind({ kind, text }: YamlNode, context: Context): NodeKind | undefined {
  return kind === 'alias' ? context.anchors.get(text)?.kind : kind;
}

/** Keys are text in JSON; go-yaml turns numbers and booleans into text and refuses the rest. */
function mappingKey(node: YamlNode, context: Context): string | undefined {
  const isNumber = node.kind === 'scalar' && node.isPlain && node.tag === undefined && node.anchor === undefined;
  const key = isNumber ? resolvePlainScalar(node.text) : nodeValue(node, context);
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
  if (typeof key === 'number') return isNumber && isIntegerText(node.text) ? String(key) : floatKey(key);
  if (typeof key === 'boolean' || (typeof key === 'bigint' && key < 2n ** 63n)) return String(key);
  report(context, node, {
    code: 'UNSUPPORTED_YAML',
    message: 'a key of a mapping must be text',
    found: describeKey(key),
    expected: 'text',
    fix:
      node.kind === 'map'
        ? 'write the key as text; if {{ }} is a template, render it first'
        : 'write the key as text, in quotes if necessary',
  });
  return undefined;
}

function describeKey(key: unknown): string {
  if (key === null) return 'an empty key';
  if (typeof key === 'bigint') return `the number ${key}`;
  return Array.isArray(key) ? 'a list' : 'a mapping';
}

/** The value of an alias; the anchor shares it. */
function aliasValue(node: YamlNode, context: Context): unknown {
  const name = node.text;
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

/** A string, unless the scalar is plain or has the tag of another type. */
function scalarValue(node: YamlNode, context: Context): unknown {
  const { text, tag } = node;
  context.characters += text.length;
  if (tag === undefined ? !node.isPlain : tag === '!' || tag === STRING_TAG) return wellFormed(text, node, context);
  if (context.path.at(-1) === 'name' && TIMESTAMP.test(text)) report(context, node, DATE_AS_NAME);
  return tag === undefined ? finite(resolvePlainScalar(text), node, context) : taggedValue(node, tag, context);
}

/** go-yaml checks the tags of JSON types, dates and base64. A scalar with any other tag is a string. */
function taggedValue(node: YamlNode, tag: string, context: Context): unknown {
  const { text } = node;
  if (tag === `${CORE_TAG}binary`) return binaryValue(node, context);
  const fits = TYPE_TAGS.get(tag);
  if (fits === undefined) {
    reportIgnoredTag(tag, node, context);
    return wellFormed(text, node, context);
  }
  const value = resolvePlainScalar(text);
  if (fits(value, text)) return tag === TIMESTAMP_TAG ? text : finite(value, node, context);
  report(context, node, {
    code: 'UNSUPPORTED_YAML',
    message: 'the value does not fit its YAML tag',
    found: tagged(tag, text),
    expected: 'a value of this type',
    fix: 'remove the tag and write the value as text, number, true or false',
  });
  return null;
}

/** Whether a text is Base64. A pattern with a repeated group exhausts the stack on a text of some megabytes. */
export function isBase64(text: string): boolean {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end--;
  const [padding = ''] = /={1,2}$/.exec(text.slice(Math.max(0, end - 2), end)) ?? [];
  const body = text.slice(0, end - padding.length);
  if (/[^A-Za-z0-9+/\r\n]/.test(body)) return false;
  if (padding === '') return (4 - (end % 4)) % 4 <= text.length - end;
  return end % 4 === 0 && !/[\r\n]/.test(body.slice(padding.length - 4));
}

/** Base64 → the encoded text. Go replaces the parts that JSON cannot represent. */
function binaryValue(node: YamlNode, context: Context): string | null {
  const base64 = node.text.replace(/[\r\n]/g, '');
  if (!isBase64(base64)) {
    report(context, node, {
      code: 'UNSUPPORTED_YAML',
      message: 'the value with the tag !!binary is not base64',
      found: JSON.stringify(node.text).slice(0, 80),
      expected: 'base64',
      fix: 'remove the tag if the value is text',
    });
    return null;
  }
  const text = Buffer.from(base64, 'base64').toString('utf8');
  if (text.includes('\ufffd')) {
    report(context, node, {
      code: 'DOUBTFUL_YAML',
      message: 'the value with the tag !!binary is no text, so kubectl replaces parts of it',
      found: JSON.stringify(node.text).slice(0, 80),
      expected: 'base64 of UTF-8 text',
      fix: 'remove the tag, so that the base64 itself is the value, as in data of a Secret',
    });
  }
  return text;
}

/** An escape can produce an unpaired surrogate, which UTF-8 cannot represent. */
function wellFormed(text: string, node: YamlNode, context: Context): string {
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

function finite(value: unknown, node: YamlNode, context: Context): unknown {
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

/** Reports an error at a node. @param step the key of the mapping that the error is about */
function report(context: Context, node: YamlNode, error: Omit<YamlError, 'offset' | 'at'>, step?: string): void {
  context.errors.push({ ...error, offset: node.start, at: step === undefined ? [...context.path] : [...context.path, step] });
}

function reportIgnoredTag(tag: string, node: YamlNode, context: Context): void {
  report(context, node, {
    code: 'DOUBTFUL_YAML',
    message: 'this YAML tag has no meaning in a Kubernetes manifest, and kubectl ignores it',
    found: tagged(tag, node.text),
    expected: 'a value without a tag',
    fix: 'remove the tag, and put the value in quotes if it is text',
  });
}

function tagged(tag: string, text: string): string {
  return `${tag.replace(CORE_TAG, '!!')} ${text}`.trim().slice(0, 80);
}

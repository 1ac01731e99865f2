/**
 * A parsed YAML node as plain JSON data.
 *
 * Written here rather than left to the yaml package's `toJS`, because the result must have Kubernetes'
 * scalars (see scalar.ts), no prototype keys, bounded aliases, and a problem with its place for
 * everything that cannot be kept.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar } from 'yaml';
import { jsonText } from './format.js';
import { isMapping } from './mapping.js';
import type { NodeProblem } from './node-problem.js';
import { aliasValue } from './plain-alias.js';
import { CORE_TAG, type Context, foreignTag, report } from './plain-context.js';
import { scalarValue } from './plain-scalar.js';

/**
 * The document's content as plain data. Aliased parts are shared, so the result must not be mutated.
 * When `problems` comes back non-empty, `value` is not to be used; but of a key
 * that stands twice it has the last, as go-yaml and so kubectl has.
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
        message: `the key ${JSON.stringify(key)} stands twice in one mapping`,
        found: JSON.stringify(key),
        expected: 'each key once',
        fix: 'remove one of the two; readers disagree about which one counts, and --lenient takes the last, as kubectl does',
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

/** Merge keys as go-yaml takes them: what comes later wins, and of several merged mappings the earlier one. */
function merge(node: Node | null, into: Record<string, unknown>, context: Context): void {
  const merged = fieldValue('<<', node, context);
  // go-yaml takes a list of mappings, but no alias of one.
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
    fix: 'merge an alias of a mapping, or quote "<<" if the key is meant',
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
        message: 'the key "__proto__" cannot be carried through safely',
        found: '__proto__',
        expected: 'any other key',
        fix: 'rename or remove the key; no Kubernetes object has a field of this name',
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
    fix: isMap(node) ? 'render the template first, if {{ }} is one; a key must be text' : 'write the key as text, in quotes if need be',
  });
  return undefined;
}

/** Where the nodes of a document are, in a tenth of the memory of the nodes. */
import type { YamlNode } from '../go-yaml/parser.js';
import { Scanner, TokenType } from '../go-yaml/scanner.js';
import type { FieldPath } from './field-path.js';

/** The offsets of a document's nodes. */
export interface NodeOffsets {
  /** Where a field is, or the nearest field around it if the field does not exist. */
  of(path: FieldPath): number;
}

/** What is kept of each node: where it begins, how many nodes it has with all that is in it, and its kind. */
const [START, SIZE, KIND, FIELDS] = [0, 1, 2, 3];
/** Fewer are counted again, which needs no memory. */
const LARGE = 64;
const KINDS = { scalar: 0, alias: 1, map: 2, list: 3 };

/** @param text the text that the nodes were read from */
export function nodeOffsets(text: string, root: YamlNode | undefined): NodeOffsets {
  const kept = new Uint32Array(root ? FIELDS * countNodes(root) : 0);
  if (root) keep(root, kept, 0);
  const field = (node: number, offset: number): number => kept[node * FIELDS + offset] ?? 0;

  /** The nodes directly in a collection, in order. Of a mapping, each key and its value in turn. */
  function* children(node: number): Generator<number> {
    const end = node + field(node, SIZE);
    for (let child = node + 1; child < end; child += field(child, SIZE)) yield child;
  }

  /** Of the largest collections, all that is asked for one after the other: each time from its start would take the square of it. */
  const lists = new Map<number, readonly number[]>();
  const childrenOf = (node: number): readonly number[] => {
    const known = lists.get(node) ?? [...children(node)];
    if (known.length > LARGE) lists.set(node, known);
    return known;
  };

  /** For a duplicate key, the last value wins. */
  const pairOf = (map: number, name: string): [key: number, value: number] | undefined => {
    const all = childrenOf(map);
    for (let index = all.length - 2; index >= 0; index -= 2) {
      const [key, value] = [all[index] as number, all[index + 1] as number];
      if (field(key, KIND) === KINDS.scalar && keyText(text, field(key, START), field(value, START)) === name) return [key, value];
    }
    return undefined;
  };

  return {
    of(path) {
      let node = 0;
      let offset = field(node, START);
      for (const step of path) {
        const kind = field(node, KIND);
        const pair = kind === KINDS.map ? pairOf(node, String(step)) : undefined;
        const entry = kind === KINDS.list && typeof step === 'number' ? childrenOf(node)[step] : undefined;
        const next = pair?.[1] ?? entry;
        if (next === undefined) break;
        // A collection begins below its key, so its key is shown.
        offset = field(pair && field(next, KIND) !== KINDS.scalar ? pair[0] : next, START);
        node = next;
      }
      return offset;
    },
  };
}

function countNodes({ items }: YamlNode): number {
  let count = 1;
  for (const item of items) count += countNodes(item);
  return count;
}

/** Keeps a node and all that is in it. @returns the index after them */
function keep({ kind, start, items }: YamlNode, kept: Uint32Array, index: number): number {
  let next = index + 1;
  for (const item of items) next = keep(item, kept, next);
  kept.set([start, next - index, KINDS[kind]], index * FIELDS);
  return next;
}

/** The text of a key that was read before. */
function keyText(text: string, start: number, end: number): string {
  const scanner = new Scanner(text, start, end);
  let token = scanner.take();
  // Before it come the tokens of the mapping that it is a key of.
  while (token.type === TokenType.BlockMappingStart || token.type === TokenType.Key) token = scanner.take();
  return token.text;
}

/**
 * Finds the line of a field of a document.
 *
 * Places are needed only for reports. So the text is then parsed again; from then on only the places of its nodes are kept, which need
 * less memory than the text.
 */
import type { YamlNode } from '../go-yaml/parser.js';
import { readNodes } from '../go-yaml/read.js';
import { Scanner, TokenType } from '../go-yaml/scanner.js';
import { type FieldPath, formatFieldPath } from './field-path.js';
import type { Locator, Origin, OriginOf, PlaceInFile } from './locator.js';
import { oncePerKey } from './once.js';
import { linesOf, placeAt } from './place.js';
import { type SourceReference, shortened } from './problem.js';

/**
 * A locator over the texts that were read. It parses each text at most once more.
 *
 * @param textOf the text of a file, or undefined if it is not available
 * @param originOf finds the origins of generated texts
 */
export function createLocator(textOf: (file: string) => string | undefined, originOf?: OriginOf): Locator {
  const opened = new Map<string, OpenFile | undefined>();

  const open = (file: string, given?: string): OpenFile | undefined => {
    if (!opened.has(file)) opened.set(file, openFile(given ?? textOf(file)));
    return opened.get(file);
  };

  const place = (source: SourceReference, at: FieldPath = []): PlaceInFile | undefined => {
    const { within } = source;
    const origins = originOf?.(source, within ? [] : at) ?? [];
    const [first] = origins;
    if (first) return origins.flatMap((origin) => changedPlace(origin) ?? [])[0] ?? originPlace(first);
    const file = open(source.file);
    const offsets = file?.documents[source.document];
    if (!file || !offsets) return undefined;
    const offset = offsets.of(within ? source.path : [...source.path, ...at]);
    const inText = within && offsetWithin(file, offset, { ...within, path: [...within.path, ...at] });
    return { file: source.file, ...placeAt(file.text, file.lines, inText ?? offset) };
  };

  // A file of another format: the place is its first line.
  const originOffset = (file: OpenFile, { document, path, within }: Origin): number => {
    const offset = file.documents[document]?.of(path) ?? 0;
    return (within && offsetWithin(file, offset, within)) ?? offset;
  };

  const originPlace = (origin: Origin): PlaceInFile | undefined => {
    const file = open(origin.file, origin.text);
    return file && { file: origin.file, ...placeAt(file.text, file.lines, originOffset(file, origin)) };
  };

  const changedPlace = (origin: Origin): PlaceInFile | undefined => {
    const { isNew, path } = origin.within ? { ...origin, path: origin.within.path } : origin;
    const file = open(origin.file, origin.text);
    if (!file || !isNew) return undefined;
    const offset = firstNew(file, originOffset(file, origin), path.length === 0, isNew);
    return offset === undefined ? undefined : { file: origin.file, ...placeAt(file.text, file.lines, offset) };
  };

  return {
    place,
    locate({ source, at, ...problem }) {
      const path = formatFieldPath(at);
      return shortened({ ...problem, file: source.file, ...place(source, at), path: path || undefined });
    },
  };
}

interface OpenFile {
  readonly text: string;
  readonly lines: ReturnType<typeof linesOf>;
  readonly documents: readonly NodeOffsets[];
}

/**
 * The first new line among those of a field, which are the lines with deeper indentation.
 *
 * @param isRoot whether the field is a whole document
 */
function firstNew({ text, lines }: OpenFile, offset: number, isRoot: boolean, isNew: (line: string) => boolean): number | undefined {
  const { col } = lines.linePos(offset);
  let start = offset - col + 1;
  const indentation = (line: string): number => line.length - line.trimStart().length;
  let own: number | undefined;
  for (const [index, line] of text.slice(start).split('\n').entries()) {
    own ??= indentation(line);
    const isBlank = line.trim() === '' || line.trimStart().startsWith('#');
    const isInside = isRoot ? indentation(line) >= own && !line.startsWith('---') : indentation(line) > own;
    if (index > 0 && !isBlank && !isInside) return undefined;
    if (!isBlank && isNew(line)) return index === 0 ? offset : start + indentation(line);
    start += line.length + 1;
  }
  return undefined;
}

/** The offset of a field in the block text below a place; undefined if the text is not written as a block. */
function offsetWithin(
  { text, lines }: OpenFile,
  offset: number,
  { text: block, document, path }: NonNullable<Origin['within']>,
): number | undefined {
  const inner = openFile(block);
  const at = inner?.documents[document]?.of(path) ?? 0;
  const row = inner?.lines.linePos(at).line ?? 1;
  const own = block.split('\n')[row - 1] ?? '';
  const outer = text.split('\n');
  const index = lines.linePos(offset).line + row - 1;
  const line = outer[index];
  if (line === undefined || own.trim() === '' || line.trim() !== own.trim()) return undefined;
  const start = outer.slice(0, index).reduce((sum, before) => sum + before.length + 1, 0);
  return start + line.length - line.trimStart().length;
}

function openFile(text: string | undefined): OpenFile | undefined {
  if (text === undefined) return undefined;
  // Reads one document at a time: its nodes need ten times the memory of the text.
  return { text, lines: linesOf(text), documents: Array.from(readNodes(text), ({ root }) => nodeOffsets(text, root)) };
}

// Stores the places of a document's nodes in a tenth of the memory of the nodes.

/** The offsets of a document's nodes. */
export interface NodeOffsets {
  /** The offset of a field, or of the nearest field around it if the field does not exist. */
  of(path: FieldPath): number;
}

/** The numbers stored for each node: its start, the number of nodes in it and itself, and its kind. */
const [START, SIZE, KIND, FIELDS] = [0, 1, 2, 3];
/** Smaller collections are counted again, which needs no memory. */
const LARGE = 64;
const KINDS = { scalar: 0, alias: 1, map: 2, list: 3 };

/** @param text the text that the nodes were read from */
function nodeOffsets(text: string, root: YamlNode | undefined): NodeOffsets {
  const kept = new Uint32Array(root ? FIELDS * countNodes(root) : 0);
  if (root) keep(root, kept, 0);
  const field = (node: number, offset: number): number => kept[node * FIELDS + offset] ?? 0;

  /** The nodes directly in a collection, in order; for a mapping, keys and values in turn. */
  const children = (node: number): number[] => {
    const end = node + field(node, SIZE);
    const found: number[] = [];
    for (let child = node + 1; child < end; child += field(child, SIZE)) found.push(child);
    return found;
  };

  /** Keeps the children of large collections: lookups follow one another, and a search from the start each time takes quadratic time. */
  const lists = new Map<number, readonly number[]>();
  const childrenOf = (node: number): readonly number[] => {
    const known = lists.get(node) ?? children(node);
    if (known.length > LARGE) lists.set(node, known);
    return known;
  };

  const nameOf = (key: number, value: number): string | undefined =>
    field(key, KIND) === KINDS.scalar ? keyText(text, field(key, START), field(value, START)) : undefined;

  /** The pairs of large mappings by name. */
  const indexOf = oncePerKey((map: number) => pairsByName(childrenOf(map), nameOf));

  /** For a duplicate key, the last value wins. */
  const pairOf = (map: number, name: string): Pair | undefined => {
    const all = childrenOf(map);
    if (all.length > LARGE) return indexOf(map).get(name);
    for (let index = all.length - 2; index >= 0; index -= 2) {
      const [key, value] = [all[index] as number, all[index + 1] as number];
      if (nameOf(key, value) === name) return [key, value];
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

type Pair = [key: number, value: number];

/** Pairs of a mapping by the names of their keys, the last of each. @param all keys and values in turn */
function pairsByName(all: readonly number[], nameOf: (...pair: Pair) => string | undefined): ReadonlyMap<string | undefined, Pair> {
  const made = new Map<string | undefined, Pair>();
  for (let index = 0; index + 1 < all.length; index += 2) {
    const pair: Pair = [all[index] as number, all[index + 1] as number];
    made.set(nameOf(...pair), pair);
  }
  return made;
}

function countNodes({ items }: YamlNode): number {
  let count = 1;
  for (const item of items) count += countNodes(item);
  return count;
}

/** Stores a node and all nodes in it. @returns the index after them */
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
  // The tokens of the mapping around the key come first.
  while (token.type === TokenType.BlockMappingStart || token.type === TokenType.Key) token = scanner.take();
  return token.text;
}

/**
 * From a field of a document back to its line in the text.
 *
 * Places are needed only when something is reported. So the text is then parsed again, and from then on the places of its
 * nodes are kept, which need less memory than the text.
 */

import type { YamlNode } from '../go-yaml/parser.js';
import { readNodes } from '../go-yaml/read.js';
import { Scanner, TokenType } from '../go-yaml/scanner.js';
import { type FieldPath, formatFieldPath } from './field-path.js';
import { linesOf, type Place, placeAt } from './place.js';
import { type Problem, type SourceReference, shortened, type UnlocatedProblem } from './problem.js';

/** Where a part of a text that was made of other texts stands in one of them: a field of a document. */
export interface Origin {
  readonly file: string;
  readonly text: string;
  readonly document: number;
  readonly path: FieldPath;
  /** Where the value there is itself a text, such as a patch: the field in that. */
  readonly within?: Pick<Origin, 'text' | 'document' | 'path'>;
  /** For one side of a review: whether the other side lacks a line of the file. */
  readonly isNew?: (line: string) => boolean;
}

/**
 * Finds where a field of a document comes from, what gave it its value first, then what else brought it there; nothing where the
 * document stands in a file itself.
 */
export type OriginOf = (source: SourceReference, at: FieldPath) => readonly Origin[];

/** A place, and the file that it is in. */
export interface PlaceInFile extends Place {
  readonly file: string;
}

/** Finds places in the texts of a run. */
export interface Locator {
  /** The place of a field, or of the nearest field around it if the field does not exist. */
  place(source: SourceReference, at?: FieldPath): PlaceInFile | undefined;
  /** The problem with its place filled in. */
  locate(problem: UnlocatedProblem): Problem;
}

/**
 * A locator over the texts that were read. It parses each of them at most once more.
 *
 * @param textOf gives the text of a file, or nothing if it is not available
 * @param originOf finds where texts that were made come from
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

  // A file of another format is taken from its first line on.
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
 * The first line that is new of those that a field stands in, which are the ones that are further in.
 *
 * @param isRoot whether it is a whole document
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

/** Where a field of a text stands that is the block below a place; nothing where the text is written in another way. */
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
  // One document at a time: its nodes need ten times the memory of the text.
  return { text, lines: linesOf(text), documents: Array.from(readNodes(text), ({ root }) => nodeOffsets(text, root)) };
}

// Where the nodes of a document are, in a tenth of the memory of the nodes.

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
function nodeOffsets(text: string, root: YamlNode | undefined): NodeOffsets {
  const kept = new Uint32Array(root ? FIELDS * countNodes(root) : 0);
  if (root) keep(root, kept, 0);
  const field = (node: number, offset: number): number => kept[node * FIELDS + offset] ?? 0;

  /** The nodes directly in a collection, in order. Of a mapping, each key and its value in turn. */
  function* children(node: number): Generator<number> {
    const end = node + field(node, SIZE);
    for (let child = node + 1; child < end; child += field(child, SIZE)) yield child;
  }

  /** Lookups in the largest collections come one after the other; a search from the start each time would take the square. */
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

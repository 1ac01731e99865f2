/**
 * From a field of a document back to its line in the text.
 *
 * Places are needed only when something is reported. So the text is then parsed again, and from then on the places of its
 * nodes are kept, which need less memory than the text.
 */
import { readNodes } from '../go-yaml/read.js';
import { type FieldPath, formatFieldPath } from './field-path.js';
import { type NodeOffsets, nodeOffsets } from './node-offsets.js';
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
  /** Of one side of a review: whether the other side lacks a line of the file. */
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

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
}

/** Finds where a field of a document comes from; nothing where the document stands in a file itself. */
export type OriginOf = (source: SourceReference, at: FieldPath) => Origin | undefined;

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
    const origin = originOf?.(source, at);
    const { file, document, path } = origin ?? { ...source, path: [...source.path, ...at] };
    const opened = open(file, origin?.text);
    const offsets = opened?.documents[document];
    // What a file of another format becomes part of the text by stands in it from its first line on.
    if (!opened || (!offsets && !origin)) return undefined;
    const offset = offsets?.of(path) ?? 0;
    const inner = origin?.within && offsetWithin(opened, offset, origin.within);
    return { file, ...placeAt(opened.text, opened.lines, inner ?? offset) };
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

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

/** Finds places in the texts of a run. */
export interface Locator {
  /** The place of a field, or of the nearest field around it if the field does not exist. */
  place(source: SourceReference, at?: FieldPath): Place | undefined;
  /** The problem with its place filled in. */
  locate(problem: UnlocatedProblem): Problem;
}

/**
 * A locator over the texts that were read. It parses each of them at most once more.
 *
 * @param textOf gives the text of a file, or nothing if it is not available
 */
export function createLocator(textOf: (file: string) => string | undefined): Locator {
  const opened = new Map<string, OpenFile | undefined>();

  const open = (file: string): OpenFile | undefined => {
    if (!opened.has(file)) opened.set(file, openFile(textOf(file)));
    return opened.get(file);
  };

  const place = (source: SourceReference, at: FieldPath = []): Place | undefined => {
    const file = open(source.file);
    const offsets = file?.documents[source.document];
    return file && offsets && placeAt(file.text, file.lines, offsets.of([...source.path, ...at]));
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

function openFile(text: string | undefined): OpenFile | undefined {
  if (text === undefined) return undefined;
  // One document at a time: its nodes need ten times the memory of the text.
  return { text, lines: linesOf(text), documents: Array.from(readNodes(text), ({ root }) => nodeOffsets(text, root)) };
}

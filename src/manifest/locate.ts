/**
 * From a field of a document back to its line in the text.
 *
 * A place is looked up by parsing the text again. Places are needed only when something is reported,
 * and keeping the place of every node would cost far more.
 */
import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair } from 'yaml';
import { type Composed, compose } from './compose.js';
import { type FieldPath, formatFieldPath } from './field-path.js';
import { type Place, placeAt } from './place.js';
import { type Problem, type SourceReference, shortened, type UnlocatedProblem } from './problem.js';

/** Finds places in the texts of a run. */
export interface Locator {
  /** The place of a field, or of the nearest field around it if the field does not exist. */
  place(source: SourceReference, at?: FieldPath): Place | undefined;
  /** The problem with its place filled in. */
  locate(problem: UnlocatedProblem): Problem;
}

/** A text that was parsed again. */
interface OpenFile {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly documents: readonly Composed[];
}

/** Characters of text whose nodes are kept: reports switch between files, and nodes need far more memory than text. */
const KEPT_CHARACTERS = 8_000_000;

/**
 * A locator over the texts that were read.
 *
 * @param textOf gives the text of a file, or nothing if it is not available
 */
export function createLocator(textOf: (file: string) => string | undefined): Locator {
  let opened: readonly OpenFile[] = [];

  const open = (file: string): OpenFile | undefined => {
    if (opened[0]?.file === file) return opened[0];
    const known = opened.find((other) => other.file === file);
    const text = known?.text ?? textOf(file);
    if (text === undefined) return undefined;
    const found = known ?? parsed(file, text);
    opened = lately([found, ...opened.filter((other) => other !== known)]);
    return found;
  };

  const place = (source: SourceReference, at: FieldPath = []): Place | undefined => {
    const file = open(source.file);
    const composed = file?.documents[source.document];
    if (!file || !composed) return undefined;
    const offset = offsetOf(composed.document.contents as Node | null, [...source.path, ...at]);
    return placeAt(file.text, file.lines, composed.start + offset);
  };

  return {
    place,
    locate({ source, at, ...problem }) {
      const path = formatFieldPath(at);
      return shortened({ ...problem, file: source.file, ...place(source, at), path: path || undefined });
    },
  };
}

function parsed(file: string, text: string): OpenFile {
  const lines = new LineCounter();
  return { file, text, lines, documents: [...compose(text, lines, () => {})] };
}

/** As many files as the limit allows, the last opened first. The first is always kept. */
function lately(files: readonly OpenFile[]): readonly OpenFile[] {
  let characters = 0;
  return files.filter(({ text }, index) => {
    characters += text.length;
    return index === 0 || characters <= KEPT_CHARACTERS;
  });
}

function offsetOf(root: Node | null, path: FieldPath): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of path) {
    const pair = isMap(node) ? pairOf(node.items as Pair[], String(step)) : undefined;
    const next: unknown = pair ? pair.value : isSeq(node) && typeof step === 'number' ? node.items[step] : undefined;
    if (next === undefined) break;
    // A collection begins below its key, so its key is shown.
    const shown = pair && !isScalar(next) ? pair.key : next;
    offset = (shown as Node | null)?.range?.[0] ?? (pair?.key as Node | undefined)?.range?.[0] ?? offset;
    node = next;
  }
  return offset;
}

/** For a duplicate key, the last value wins. */
function pairOf(pairs: readonly Pair[], key: string): Pair | undefined {
  return pairs.findLast((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

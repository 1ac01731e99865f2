/** Places in source files: the line and column of an offset, and the line that reports show. */

/** The number of characters that reports show of a long line, and the number of them before the place. */
const EXCERPT_LENGTH = 120;
const EXCERPT_BEFORE = 60;

/** Lines and columns are counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
  /** The line, or the part of it around the place. */
  readonly excerpt: string;
  /** The column of the place within the excerpt. */
  readonly caret: number;
}

/** The lines of a text; each ends with a line feed. They are counted at the first request. */
export function linesOf(text: string): { linePos(offset: number): { readonly line: number; readonly col: number } } {
  let starts: Uint32Array | undefined;
  return {
    linePos(offset) {
      starts ??= lineStarts(text);
      let [low, high] = [0, starts.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] as number) <= offset) low = middle;
        else high = middle;
      }
      return { line: low + 1, col: offset - (starts[low] as number) + 1 };
    },
  };
}

function lineStarts(text: string): Uint32Array {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return Uint32Array.from(starts);
}

/** The place of an offset. @param lines counts the lines of the text */
export function placeAt(
  text: string,
  lines: { linePos(offset: number): { readonly line: number; readonly col: number } },
  offset: number,
): Place {
  const { line, col } = lines.linePos(Math.min(offset, text.length));
  const column = Math.max(col, 1);
  const start = offset - column + 1;
  const from = column > EXCERPT_LENGTH ? offset - EXCERPT_BEFORE : start;
  const [excerpt = ''] = text.slice(from, from + EXCERPT_LENGTH).split('\n', 1);
  return {
    line: Math.max(line, 1),
    column,
    excerpt: excerpt.trimEnd(),
    caret: offset - from + 1,
  };
}

/** A place in a source file; lines and columns are counted from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** The object there, if a tool makes the object in question from it. */
  readonly inside?: OuterObject;
}

/** An object that a tool makes other objects from, such as a policy. */
export interface OuterObject {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

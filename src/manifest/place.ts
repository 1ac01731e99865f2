/** A place in a text, by line and column. */

/** How many characters of a long line are shown, and how many of them before the place. */
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

/** The place of an offset. @param lines counts the lines of the text */
export function placeAt(
  text: string,
  lines: { linePos(offset: number): { readonly line: number; readonly col: number } },
  offset: number,
): Place {
  const { line, col } = lines.linePos(Math.min(offset, text.length));
  const column = Math.max(col, 1);
  const start = offset - column + 1;
  const newline = text.indexOf('\n', start);
  const end = newline === -1 ? text.length : newline;
  const from = column > EXCERPT_LENGTH ? offset - EXCERPT_BEFORE : start;
  return {
    line: Math.max(line, 1),
    column,
    excerpt: text.slice(from, Math.min(end, from + EXCERPT_LENGTH)).trimEnd(),
    caret: offset - from + 1,
  };
}

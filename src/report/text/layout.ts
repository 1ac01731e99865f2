/** Lays out text for a terminal: tables as kubectl prints them, and lines broken between words. */
import { printable } from '../../base/manifest/printable.js';
import { widthOf } from './width.js';

/** Aligned lines, the header first. */
export function columns(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const table = [header, ...rows].map((row) => row.map((cell) => printable(cell)));
  const widths = header.map((_, index) => table.reduce((width, row) => Math.max(width, widthOf(row[index] ?? '')), 0));
  return table.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

const COLOUR = /\x1b\[[0-9;]*m/g;

/** Below this width, the terminal breaks the lines. */
const LEAST = 40;

/**
 * Breaks lines between words. Continuation lines are indented by two more than the first, or as far as its label.
 *
 * @param width in characters; absent: no line is broken
 */
export function wrapped(text: string, width: number | undefined): string {
  if (width === undefined || width < LEAST) return text;
  return text
    .split('\n')
    .map((line) => wrappedLine(line, width))
    .join('\n');
}

function wrappedLine(line: string, width: number): string {
  if (lengthOf(line) <= width) return line;
  const [, blanks = '', label = ''] = /^( *)(\S+ {2,})?/.exec(line.replace(COLOUR, '')) ?? [];
  const indent = ' '.repeat(label === '' ? blanks.length + 2 : blanks.length + label.length);
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    const next = current === '' ? word : `${current} ${word}`;
    if (current !== '' && lengthOf(next) > width) {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = next;
  }
  return [...lines, current].join('\n');
}

function lengthOf(text: string): number {
  return text.replace(COLOUR, '').length;
}

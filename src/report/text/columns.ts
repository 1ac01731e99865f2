/** Tables as kubectl prints them: columns as wide on the screen as their widest cell, two spaces apart. */
import stringWidth from 'string-width';
import { printable } from '../../manifest/printable.js';

/** Aligned lines, the header first. */
export function columns(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const table = [header, ...rows].map((row) => row.map((cell) => printable(cell)));
  const widths = header.map((_, index) => table.reduce((width, row) => Math.max(width, stringWidth(row[index] ?? '')), 0));
  return table.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}

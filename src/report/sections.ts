/** Fitting a report into a length: rows are left out whole, and each section says how many. */

/** A part of a report: a beginning, rows, an end. */
export interface Section {
  readonly opening: string;
  readonly rows: readonly string[];
  readonly closing: string;
}

/** How much of the room a section can take if others follow. */
const SHARE = 0.6;

/** Room for the sentence that says how many rows are missing. */
const NOTE_LENGTH = 100;

/**
 * The sections, one after the other, in at most so many characters. Earlier ones come first, and leave something to later
 * ones. A section without room for a single row is named with the number of its rows, as long as there is room for that.
 */
export function fitSections(sections: readonly Section[], limit: number): string {
  let text = '';
  let left = limit;
  for (const [index, section] of sections.entries()) {
    const part = fitSection(section, index === sections.length - 1 ? left : left * SHARE);
    text += part;
    left -= part.length;
  }
  return text;
}

function fitSection({ opening, rows, closing }: Section, limit: number): string {
  let room = limit - opening.length - closing.length - NOTE_LENGTH;
  if (room < 0) return '';
  const shown: string[] = [];
  for (const row of rows) {
    if (row.length > room) break;
    shown.push(row);
    room -= row.length;
  }
  const missing = rows.length - shown.length;
  const more = `${missing}${shown.length > 0 ? ' more' : ''} ${missing === 1 ? 'is' : 'are'} not shown here`;
  const note = missing > 0 ? `\n_${more}; \`--format html\` and \`--format json\` show all._\n` : '';
  return `${opening}${shown.join('')}${note}${closing}`;
}

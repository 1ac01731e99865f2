/** Escapes text from the input for Markdown: the text shows as it is, without links, mentions, markup or table cells of its own. */
import { printable } from '../base/manifest/printable.js';
import { startOf } from '../base/manifest/whole-escapes.js';

/** The longest text of one name or message in a report, in characters. */
const MAX_LENGTH = 1_000;

/** The characters with a meaning in Markdown, in HTML or for a Git host. */
const SPECIAL = /[\\`*_[\]<>|~^#!$%@&:.-]/g;
const AS_ENTITY: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '|': '&#124;', $: '&#36;' }),
);
const HARMLESS = /[!%@:.-]/;
/** A text that a Git host takes for a commit: an abbreviated or whole hash, which can also be a number. */
const COMMIT = /(?<![\w])[\da-f]{7,40}(?!\w)/gi;
/** An invisible character that separates the text before and after it. */
const NOTHING = '&#8203;';

/**
 * A sentence or name in running text, or in a table cell.
 *
 * @example
 * plainText('by @admin | <b>') // 'by @&#8203;admin &#124; &lt;b&gt;'
 */
export function plainText(text: string): string {
  return escapedText(text, (character) => `\\${character}`);
}

/** The same within HTML, where a backslash does not escape. */
export function textInHtml(text: string): string {
  return escapedText(text, (character) => `&#${character.charCodeAt(0)};`);
}

function escapedText(text: string, asMarkup: (character: string) => string): string {
  const escaped = escapedSpecial(shortened(text), asMarkup);
  // No entity has seven hexadecimal digits, and no escaped character is one.
  return escaped.replace(COMMIT, (hash) => hash.replace(/.{6}(?=.)/g, `$&${NOTHING}`));
}

function escapedSpecial(text: string, asMarkup: (character: string) => string): string {
  return text.replace(SPECIAL, (character, offset: number, whole: string) => {
    const escaped = AS_ENTITY.get(character) ?? (HARMLESS.test(character) ? character : asMarkup(character));
    const [before, after] = [whole.slice(Math.max(0, offset - 3), offset), whole.slice(offset + 1, offset + 2)];
    if (character === '.' && /www$/i.test(before)) return `${NOTHING}.`;
    return isReference(character, before, after) ? `${escaped}${NOTHING}` : escaped;
  });
}

/** Whether GitHub or GitLab would make a link from the text that begins here: `@user`, `#1`, `:smile:`, `https://`, `GH-1`. */
function isReference(character: string, before: string, after: string): boolean {
  if (character === '-') return /GH$/i.test(before) && /^\d/.test(after);
  return /[@#!$%~&:^*]/.test(character) && /^[\w/"'+-]/.test(after);
}

/** A name as code. A name with characters that end a code span or a table cell is written as HTML. */
export function code(text: string): string {
  const shown = shortened(text);
  return /^[^\s`|\\](?:[^`|\\]*[^\s`|\\])?$/.test(shown) ? `\`${shown}\`` : `<code>${plainText(text)}</code>`;
}

/** A row of a table; its cells are Markdown. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** The header row of a table, and the row below it. */
export function tableHead(cells: readonly string[]): string {
  return `${tableRow(cells)}|${' --- |'.repeat(cells.length)}\n`;
}

/** A text without control characters, cut to the given length. */
export function shortened(text: string, length = MAX_LENGTH): string {
  // Only the beginning is read: texts can be very long.
  const shown = printable(text.slice(0, length + 1));
  return shown.length > length ? `${startOf(shown, length).replace(/[\ud800-\udbff]$/, '')}…` : shown;
}

/** The address of a link, escaped. */
export function linkAddress(address: string): string {
  return `<${address.replace(/[<>\s\\]/g, encodeURIComponent)}>`;
}

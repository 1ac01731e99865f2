/** Lists of names as messages have them. */

/** Of a longer list, messages name the first few. */
const SHOWN = 3;

/** Names in a row: `a, b, c and 2 more`. */
export function listText(items: readonly string[], shown = SHOWN): string {
  return items.length > shown ? `${items.slice(0, shown).join(', ')} and ${items.length - shown} more` : items.join(', ');
}

/** All names as a sentence speaks of them: `a`, `a and b`, `a, b and c`. */
export function joined(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

/** The same of a short list, and the first few of a longer one: `a, b, c and 2 more`. */
export function enumeration(items: readonly string[]): string {
  return items.length > SHOWN ? listText(items) : joined(items);
}

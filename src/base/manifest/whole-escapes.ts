/** Cuts printable text, never inside an escape such as `\u200b`. */

const ESCAPE = /\\u[\da-f]{4}/g;

/** The start of a text, with at most so many characters. */
export function startOf(text: string, longest: number): string {
  return text.slice(0, text.length <= longest ? text.length : (escapeAt(text, longest)?.index ?? longest));
}

/** The end of a text, with at most so many characters. */
export function endOf(text: string, longest: number): string {
  const from = Math.max(text.length - longest, 0);
  const inside = escapeAt(text, from);
  return text.slice(inside === undefined ? from : inside.index + inside[0].length);
}

/** The escape around a place; undefined if a cut there is between characters. */
function escapeAt(text: string, at: number): RegExpExecArray | undefined {
  const from = Math.max(at - 5, 0);
  return [...text.slice(from, at + 5).matchAll(ESCAPE)]
    .map((match) => Object.assign(match, { index: match.index + from }))
    .find(({ index }) => index < at && at < index + 6);
}

/** Shows only the parts that differ of long texts next to each other, with marks for omissions. */

/** The longest text that fits in a line of a report. */
const LINE = 500;

/** The text with the first signs of each digest and commit, by which people compare them. */
function withShortDigests(text: string): string {
  return text.replace(/(?<=\bsha256:[0-9a-f]{12})[0-9a-f]{52}\b/g, '…').replace(/(?<=\b[0-9a-f]{12})[0-9a-f]{28}(?![0-9a-f])/g, '…');
}

/** The number of common characters before and after the difference. */
const CONTEXT = 40;

/**
 * Both texts, without most of their common parts if they are too long.
 *
 * @example
 * partsThatDiffer('ab', 'ac') // ['ab', 'ac']
 */
export function partsThatDiffer(old: string, now: string, longest = LINE): readonly [string, string] {
  if (old.length <= longest && now.length <= longest) return [old, now];
  const [before, after] = [old, now].map(withShortDigests) as [string, string];
  if (before !== after && before.length <= longest && after.length <= longest) return [before, after];
  const context = Math.min(CONTEXT, longest / 4);
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const [from, left] = [Math.max(0, start - context), Math.max(0, end - context)];
  const part = (text: string): string => cut(text.slice(from, text.length - left), longest, from > 0, left > 0);
  return [part(old), part(now)];
}

/** Cuts a text that is still too long to its beginning and end. */
function cut(text: string, longest: number, isCutBefore: boolean, isCutBehind: boolean): string {
  const more = text.length - longest;
  const half = longest / 2;
  const shown = more > 0 ? `${text.slice(0, half)} … ${more} more characters … ${text.slice(-half)}` : text;
  return `${isCutBefore ? '…' : ''}${shown}${isCutBehind ? '…' : ''}`;
}

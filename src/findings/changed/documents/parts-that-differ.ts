/** Long texts beside each other: shown is where they differ, and that something is left out is said. */

/** What a line of a report still holds. */
const LONGEST = 500;

/** Of what two texts have in common, so much is shown before and behind the difference. */
const CONTEXT = 40;

/**
 * Both texts, without most of what they have in common where that makes them too long.
 *
 * @example
 * partsThatDiffer('ab', 'ac') // ['ab', 'ac']
 */
export function partsThatDiffer(old: string, now: string, longest = LONGEST): readonly [string, string] {
  if (old.length <= longest && now.length <= longest) return [old, now];
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

/** Of what still is too long, the beginning and the end. */
function cut(text: string, longest: number, isCutBefore: boolean, isCutBehind: boolean): string {
  const more = text.length - longest;
  const half = longest / 2;
  const shown = more > 0 ? `${text.slice(0, half)} … ${more} more characters … ${text.slice(-half)}` : text;
  return `${isCutBefore ? '…' : ''}${shown}${isCutBehind ? '…' : ''}`;
}

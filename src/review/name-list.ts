/** Lists of names in sentences. */

const SHOWN = 4;

/** The names, the first few where there are many. @example nameList(['a', 'b', 'c', 'd', 'e', 'f']) // 'a, b, c, d and 2 more' */
export function nameList(names: readonly string[]): string {
  const more = names.length - SHOWN;
  // One more is named as briefly as it is counted.
  return more <= 1 ? names.join(', ') : `${names.slice(0, SHOWN).join(', ')} and ${more} more`;
}

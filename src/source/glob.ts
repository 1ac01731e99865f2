/** Patterns of paths: `*` and `?` within a step of a path, `**` for any number of steps. */

const STAR = '*';
const ANY_STEPS = '**';

/** Whether a path matches. @param across whether `**` stands for any number of steps, and not for a part of one */
export function matchesGlob(pattern: string, path: string, across: boolean): boolean {
  return matches(
    pattern.split('/'),
    path.split('/'),
    (step) => across && step === ANY_STEPS,
    (step, text) =>
      matches(
        [...step],
        [...text],
        (sign) => sign === STAR,
        (sign, letter) => sign === '?' || sign === letter,
      ),
  );
}

/** Goes back to the last star alone, so that no pattern takes longer than its length times that of the text. */
function matches(
  pattern: readonly string[],
  text: readonly string[],
  isStar: (part: string) => boolean,
  isOne: (part: string, text: string) => boolean,
): boolean {
  let [at, star, from] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    const part = pattern[at];
    if (part !== undefined && isStar(part)) {
      [star, from] = [at, index];
      at += 1;
    } else if (part !== undefined && isOne(part, text[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      from += 1;
      index = from;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}

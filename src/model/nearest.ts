/** "Did you mean …?" */
import { closestMatch } from 'leven';

const LONGEST_WORD = 253;
const MOST_CANDIDATES = 1000;

/**
 * The candidate closest to a word, when it is close enough to be a slip of the keyboard.
 *
 * @param maxDistance characters to add, remove or change @default a quarter of the word, and at least two
 * @example
 * nearest('OperatorGruop', ['OperatorGroup', 'Subscription']) // 'OperatorGroup'
 */
export function nearest(
  word: string,
  candidates: readonly string[],
  maxDistance = Math.max(2, Math.floor(word.length / 4)),
): string | undefined {
  const exact = candidates.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
  // Comparing costs the product of the lengths, and no name is this long.
  if (word.length > LONGEST_WORD || candidates.length > MOST_CANDIDATES) return exact;
  return exact ?? closestMatch(word, [...candidates], { maxDistance });
}

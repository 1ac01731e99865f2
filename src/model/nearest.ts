/** "Did you mean …?" */
import { closestMatch } from 'leven';

/**
 * The candidate closest to a word, when it is close enough to be a slip of the keyboard.
 *
 * @example
 * nearest('OperatorGruop', ['OperatorGroup', 'Subscription']) // 'OperatorGroup'
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const exact = candidates.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
  return exact ?? closestMatch(word, [...candidates], { maxDistance: Math.max(2, Math.floor(word.length / 4)) });
}

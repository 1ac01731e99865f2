/** "Did you mean …?" */
import leven, { closestMatch } from 'leven';
import { compareText } from '../../base/kubernetes/object.js';

const LONGEST_WORD = 253;
const MOST_CANDIDATES = 1000;

/**
 * The candidate closest to a word, if it is close enough to be a typing error.
 *
 * @param maxDistance the number of characters to add, remove or change @default a quarter of the word, and at least two
 * @example
 * nearest('OperatorGruop', ['OperatorGroup', 'Subscription']) // 'OperatorGroup'
 */
export function nearest(
  word: string,
  candidates: readonly string[],
  maxDistance = Math.max(2, Math.floor(word.length / 4)),
): string | undefined {
  const exact = candidates.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
  // A comparison costs the product of the lengths, and real names are shorter.
  if (word.length > LONGEST_WORD || candidates.length > MOST_CANDIDATES) return exact;
  return exact ?? closestMatch(word, [...candidates], { maxDistance });
}

const SHOWN = 5;
/** The number of compared names: more take too long. */
const COMPARED = 1000;

/** A few of the candidates, the closest first, and the number of the rest. */
export function nearestFew(word: string, candidates: readonly string[]): string[] {
  const sorted = candidates
    .slice(0, COMPARED)
    .map((name) => ({ name, distance: leven(word, name) }))
    .sort((a, b) => a.distance - b.distance || compareText(a.name, b.name));
  const more = candidates.length - SHOWN;
  return [...sorted.slice(0, SHOWN).map(({ name }) => name), ...(more > 0 ? [`… (${more} more)`] : [])];
}

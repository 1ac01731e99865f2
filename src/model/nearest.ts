/** "Did you mean …?" */
import leven, { closestMatch } from 'leven';
import { compareText } from './kubernetes-object.js';

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

const SHOWN = 5;
/** Of longer lists, the end is not looked at: it would take too long. */
const COMPARED = 1000;

/** A few of the candidates, the closest to a word first, and how many more there are. */
export function nearestFew(word: string, candidates: readonly string[]): string[] {
  const sorted = candidates
    .slice(0, COMPARED)
    .map((name) => ({ name, distance: leven(word, name) }))
    .sort((a, b) => a.distance - b.distance || compareText(a.name, b.name));
  const more = candidates.length - SHOWN;
  return [...sorted.slice(0, SHOWN).map(({ name }) => name), ...(more > 0 ? [`… (${more} more)`] : [])];
}

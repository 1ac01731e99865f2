/** Plain data: what a manifest can contain. */

import { stringify } from 'safe-stable-stringify';

const writeSorted = stringify.configure({ bigint: true });

/**
 * A copy with only what JSON can represent: undefined fields are left out, and objects are replaced by their `toJSON()`.
 * Integers of any size are kept.
 *
 * @throws TypeError for what a manifest cannot contain: functions, symbols, NaN, infinities, and unpaired surrogates
 */
export function plainData(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`a manifest cannot contain the number ${value}`);
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('a manifest cannot contain text with an unpaired surrogate');
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`a manifest cannot contain a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plainData(item) ?? null);
  if ('toJSON' in value && typeof value.toJSON === 'function') return plainData(value.toJSON());
  return Object.fromEntries(Object.entries(value).flatMap(([key, entry]) => (entry === undefined ? [] : [[key, plainData(entry)]])));
}

/** What a text has as JSON; nothing where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The texts of a list; none where it is no list. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Neither a list nor a scalar. The fields can have any value. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A value as JSON, the same for values that differ in nothing but the order of their keys.
 *
 * @example
 * sortedText({ b: 1, a: [2n] }) // '{"a":[2],"b":1}'
 */
export function sortedText(value: unknown): string {
  return writeSorted(value) ?? 'null';
}

/** Each of some values that are made in the same way once. */
export function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

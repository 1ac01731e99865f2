/** Plain data: the values that a manifest can contain. */

import { stringify } from 'safe-stable-stringify';

const writeSorted = stringify.configure({ bigint: true });

/**
 * A copy with only values that JSON can represent: without undefined fields, and with `toJSON()` in place of objects.
 * Keeps integers of any size.
 *
 * @throws TypeError for values that a manifest cannot contain: functions, symbols, NaN, infinities, and unpaired surrogates
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

/** The JSON value of a text; undefined if the text is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The strings of a list; empty for anything else. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Whether a value is neither a list nor a scalar. Its fields can have any value. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A value as JSON; values that differ only in the order of their keys have the same text.
 *
 * @example
 * sortedText({ b: 1, a: [2n] }) // '{"a":[2],"b":1}'
 */
export function sortedText(value: unknown): string {
  return writeSorted(value) ?? 'null';
}

/** Each value once; equal values have the same JSON. */
export function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** Data from code, as a parsed manifest would have it. */

/**
 * A copy without what JSON has no word for: undefined fields are left out, and objects give themselves as JSON.
 * Integers of any size stay.
 *
 * @throws TypeError for what no manifest can hold: functions, symbols, NaN, infinities, and text with half a character
 */
export function plainData(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`a manifest cannot hold the number ${value}`);
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('a manifest cannot hold text with half a character');
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`a manifest cannot hold a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plainData(item) ?? null);
  if ('toJSON' in value && typeof value.toJSON === 'function') return plainData(value.toJSON());
  return Object.fromEntries(Object.entries(value).flatMap(([key, entry]) => (entry === undefined ? [] : [[key, plainData(entry)]])));
}

/** Pairs the values of two states. */

/** The values of two states under one key; at least one of them is present. */
export interface Pair<K, T> {
  readonly key: K;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** Pairs the values of two states by key: the keys of the first state in its order, then those that only the second has. */
export function paired<K, T>(before: ReadonlyMap<K, T>, after: ReadonlyMap<K, T>): Pair<K, T>[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => ({ key, before: before.get(key), after: after.get(key) }));
}

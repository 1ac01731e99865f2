/** Makes values when they are first needed, and keeps them. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Makes a value for a key when it is first needed, and keeps it. */
export function oncePerKey<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, { readonly value: T }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}

/** As `oncePerKey` for objects, which it does not keep alive. */
export function oncePerObject<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}

/** As `oncePerKey` for two texts; keeps the latest pairs, which together have at most so many characters. */
export function oncePerTexts<T>(
  room: number,
  make: (one: string | undefined, other: string | undefined) => T,
): (one: string | undefined, other: string | undefined) => T {
  const latest: { readonly texts: readonly (string | undefined)[]; readonly size: number; readonly value: T }[] = [];
  let left = room;
  return (one, other) => {
    const known = latest.find(({ texts }) => texts[0] === one && texts[1] === other);
    if (known) return known.value;
    const [value, size] = [make(one, other), (one?.length ?? 0) + (other?.length ?? 0)];
    latest.push({ texts: [one, other], size, value });
    left -= size;
    while (left < 0) left += latest.shift()?.size ?? room;
    return value;
  };
}

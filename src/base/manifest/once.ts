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
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/** As `oncePerKey` for objects, which it does not keep alive. */
export function oncePerObject<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/** Groups items by namespace. */

/** The items of each namespace, in order. Namespaces with the same items share one list, so that the list identifies the group. */
export function byNamespace<T>(items: readonly T[], namespacesOf: (item: T) => readonly string[]): Map<string, readonly T[]> {
  const [only, ...others] = new Set(items.map(namespacesOf));
  if (only && others.length === 0) return new Map(only.map((namespace) => [namespace, items]));
  const indexes = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    for (const namespace of namespacesOf(item)) {
      const known = indexes.get(namespace);
      if (known) known.push(index);
      else indexes.set(namespace, [index]);
    }
  }
  const lists = new Map<string, readonly T[]>();
  const listOf = (found: readonly number[]): readonly T[] => {
    const key = found.join();
    const list = lists.get(key) ?? found.map((index) => items[index] as T);
    lists.set(key, list);
    return list;
  };
  return new Map([...indexes].map(([namespace, found]) => [namespace, listOf(found)]));
}

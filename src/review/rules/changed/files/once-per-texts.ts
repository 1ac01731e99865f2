/** Makes a value for two texts when it is first needed; keeps those of the latest texts, which together have at most so many characters. */
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

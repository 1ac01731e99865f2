/** Volumes and mounts of settings: one of a name that is there is replaced in place, others are appended. */

interface Named {
  readonly name: string;
}

/**
 * Both generations of OLM, for volumes and for mounts, whose name is that of their volume.
 *
 * @param which of several of a name is replaced: OLM v0 the first, OLM v1 the last
 */
export function mergeByName<T extends Named>(there: readonly T[], added: readonly T[], which: 'first' | 'last'): T[] {
  const merged = [...there];
  for (const entry of added) {
    const isSame = ({ name }: Named): boolean => name === entry.name;
    const index = which === 'first' ? there.findIndex(isSame) : there.findLastIndex(isSame);
    if (index === -1) merged.push(entry);
    else merged[index] = entry;
  }
  return merged;
}

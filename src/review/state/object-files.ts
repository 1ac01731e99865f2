/** Remembers the file of each object, to pair objects of one name by file: files for different clusters often repeat names. */

const FILES = new WeakMap<object, readonly string[]>();

/** Remembers the files of all objects, for both states of a review. */
export function keepFiles(documents: readonly { readonly value: unknown; readonly source: { readonly file: string } }[]): void {
  for (const { value, source } of documents)
    if (typeof value === 'object' && value !== null) FILES.set(value, ['', ...source.file.replace(/git:[^:]*:/, '').split('/')].reverse());
}

/**
 * The path segments of an object's file, last one first, because the folders of the two states can differ. A final '' marks the start of
 * the path.
 */
export function fileSteps(object: object): readonly string[] {
  return FILES.get(object) ?? [];
}

/** The candidates whose files are nearest to the file of another object; all candidates if the file is not known. */
export function nearestByFile<One extends object>(some: readonly One[], object: object): readonly One[] {
  const steps = fileSteps(object);
  const common = some.map((one) => [...fileSteps(one), undefined].findIndex((step, index) => step === undefined || step !== steps[index]));
  const most = Math.max(...common);
  return some.filter((_, index) => common[index] === most);
}

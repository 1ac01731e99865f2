/** In which file each object was: of several with one name, as files for different clusters have them, each stays with the one of its file. */

const FILES = new WeakMap<object, readonly string[]>();

/** Keeps where the objects of documents are, for both states of a review. */
export function keepFiles(documents: readonly { readonly value: unknown; readonly source: { readonly file: string } }[]): void {
  for (const { value, source } of documents)
    if (typeof value === 'object' && value !== null) FILES.set(value, ['', ...source.file.replace(/git:[^:]*:/, '').split('/')].reverse());
}

/** The steps of the path of its file, the last one first: the states can be in folders of other names. The whole path has one more than it looks. */
export function fileSteps(object: object): readonly string[] {
  return FILES.get(object) ?? [];
}

/** Those whose file is nearest to that of another object; all of them where that is not known. */
export function nearestByFile<One extends object>(some: readonly One[], object: object): readonly One[] {
  const steps = fileSteps(object);
  const common = some.map((one) => [...fileSteps(one), undefined].findIndex((step, index) => step === undefined || step !== steps[index]));
  const most = Math.max(...common);
  return some.filter((_, index) => common[index] === most);
}

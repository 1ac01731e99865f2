/** Remembers the file of each object, to pair objects of one name by file: files for different clusters often repeat names. */

import { keyWithGroup } from '../../base/kubernetes/kinds.js';
import { groupBy, type KubernetesObject } from '../../base/kubernetes/object.js';

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

/** An object of both states, or of one. */
export interface PairByFile {
  readonly before?: KubernetesObject;
  readonly after?: KubernetesObject;
}

/**
 * Pairs things of one key by the files of their objects: first those of one file, then those of the nearest files, then the rest in order.
 *
 * @returns the thing of BASE for each paired thing of HEAD
 */
export function nearestPairs<One>(
  before: readonly One[],
  after: readonly One[],
  keyOf: (one: One) => string,
  objectOf: (one: One) => object,
): Map<One, One> {
  const stepsOf = (one: One): readonly string[] => fileSteps(objectOf(one));
  const depth = Math.max(0, ...[...before, ...after].map((one) => stepsOf(one).length));
  const pairs = new Map<One, One>();
  let rest = before;
  for (let steps = depth; steps >= 0; steps--) {
    const keyAt = (one: One): string => JSON.stringify([keyOf(one), stepsOf(one).slice(0, steps)]);
    const left = groupBy(rest, keyAt);
    for (const one of after) {
      const same = pairs.has(one) ? undefined : left.get(keyAt(one))?.shift();
      if (same !== undefined) pairs.set(one, same);
    }
    rest = [...left.values()].flat();
  }
  return pairs;
}

/**
 * Pairs objects of one name as `nearestPairs` does, and includes the rest. An object of HEAD without a partner counts as new. The object is
 * also compared with an object of BASE whose partner is another one, in two cases: that object of BASE left its file, or its partner and
 * the new object are applied together, from one folder or from a folder inside the other. So a copy in another file hides no change.
 */
export function copyPairs(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): PairByFile[] {
  const fileOf = (object: KubernetesObject): string => fileSteps(object).join('/');
  const pairs = nearestPairs(before, after, keyWithGroup, (object) => object);
  const paired = new Set(pairs.values());
  const taken = groupBy([...pairs], ([, was]) => keyWithGroup(was));
  const othersOf = (one: KubernetesObject): PairByFile[] => {
    const known = taken.get(keyWithGroup(one)) ?? [];
    const other = known.find(([is, was]) => fileOf(is) !== fileOf(was) || areTogether(one, is));
    return other ? [{ before: other[1], after: one }] : [];
  };
  return [
    ...after.flatMap((one): PairByFile[] => {
      const was = pairs.get(one);
      return was ? [{ before: was, after: one }] : [{ after: one }, ...othersOf(one)];
    }),
    ...before.filter((one) => !paired.has(one)).map((one) => ({ before: one })),
  ];
}

/** Whether one of two objects is in the folder of the other, or below it. */
function areTogether(one: KubernetesObject, other: KubernetesObject): boolean {
  const foldersOf = (object: KubernetesObject): readonly string[] => fileSteps(object).slice(1).reverse();
  const [some, others] = [foldersOf(one), foldersOf(other)];
  return some.every((step, index) => index >= others.length || step === others[index]);
}

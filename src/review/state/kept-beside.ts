/** Tells a changed object from a new one next to the old one: folders of several clusters repeat names, also within a Template. */
import { isDeepStrictEqual } from 'node:util';
import { innerOf } from '../../base/inside/index.js';
import { groupBy, isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { fileSteps } from './object-files.js';
import { keyOf } from './objects.js';

const STAYING = new WeakMap<readonly KubernetesObject[], ReadonlyMap<string, readonly KubernetesObject[]>>();

/**
 * Whether the old object of this name stays as it is in another file.
 * @param all the objects of HEAD
 */
export function keptBeside(object: KubernetesObject, old: KubernetesObject | undefined, all: readonly KubernetesObject[]): boolean {
  if (old === undefined || old === object) return false;
  const [steps, others] = [fileSteps(old), fileSteps(object)];
  // A copy of the old object elsewhere must not hide what changes in its own file.
  if (steps.length > 0 && isDeepStrictEqual(steps, others)) return false;
  const staying = STAYING.get(all) ?? withInner(all);
  STAYING.set(all, staying);
  return (staying.get(keyOf(old)) ?? []).some((one) => one !== object && isDeepStrictEqual(one, old));
}

/** All objects, and those within others: of two outer objects with one inner name, the second keeps its own. */
function withInner(all: readonly KubernetesObject[]): ReadonlyMap<string, readonly KubernetesObject[]> {
  const inner = all.flatMap((object) => innerOf(object, new Set()).map(({ value }) => value)).filter(isNamedObject);
  return groupBy([...all, ...inner], keyOf);
}

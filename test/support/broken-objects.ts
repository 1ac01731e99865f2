/** Good objects with one thing broken, for tests that compare what is said of them with what a real program does. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';

type Step = string | number;

/** The paths of everything in a value, the value itself apart. */
export function places(value: unknown, at: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...(at.length > 0 ? [at] : []), ...entries.flatMap(([step, entry]) => places(entry, [...at, step]))];
}

/** What can be done to a place. */
export const BREAKS = ['delete', 'null', 'number', 'text', 'list', 'mapping', 'flag', 'unknown', 'capital', 'twice', 'fraction'] as const;

/** A copy of an object with one thing broken at a place. */
export function broken(object: KubernetesObject, at: readonly Step[], how: (typeof BREAKS)[number]): KubernetesObject {
  // Parts of the object that are one and the same would otherwise be broken together.
  const copy = JSON.parse(JSON.stringify(object)) as KubernetesObject;
  const last = at.at(-1) as Step;
  const parent = at.slice(0, -1).reduce<unknown>((value, step) => (value as Record<Step, unknown>)[step], copy) as Record<Step, unknown>;
  const value = parent[last];
  const replacement = { null: null, number: 7, text: 'text', list: ['x'], mapping: { x: 'y' }, flag: true, fraction: 0.5 } as const;
  if (how === 'delete') Array.isArray(parent) ? parent.splice(Number(last), 1) : delete parent[last];
  else if (how === 'unknown') parent[Array.isArray(parent) ? parent.length : 'unknownField'] = 'x';
  else if (how === 'twice') Array.isArray(parent) ? parent.push(structuredClone(value)) : undefined;
  else if (how === 'capital') {
    if (!Array.isArray(parent)) {
      delete parent[last];
      parent[`${String(last).charAt(0).toUpperCase()}${String(last).slice(1)}`] = value;
    }
  } else parent[last] = replacement[how];
  return copy;
}

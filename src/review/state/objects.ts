/** Indexes the objects of a state by name; all rules share the index. */
import { isDeepStrictEqual } from 'node:util';
import { asWritten } from '../../base/inside/index.js';
import { keyWithGroup } from '../../base/kubernetes/kinds.js';
import { formatReference, groupBy, type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { nearestByFile } from './object-files.js';
import type { State } from './state.js';

/** Finds objects of the input. */
export interface ObjectIndex {
  /** The object with the same API group, kind, namespace and name as an object of the other state. */
  twinOf(object: KubernetesObject): KubernetesObject | undefined;
  /** The object of this kind and name, in any API group. */
  named(reference: ObjectReference): KubernetesObject | undefined;
}

const INDEXES = new WeakMap<readonly KubernetesObject[], ObjectIndex>();

/** The index of a state; built once. */
export function objectsOf({ given }: Pick<State, 'given'>): ObjectIndex {
  const index = INDEXES.get(given) ?? indexOf(given);
  INDEXES.set(given, index);
  return index;
}

function indexOf(given: readonly KubernetesObject[]): ObjectIndex {
  const byKey = groupBy(given, keyOf);
  const byName = new Map(given.map((object) => [formatReference(referenceTo(object)), object]));
  return {
    twinOf: (object) => {
      const twins = byKey.get(keyOf(object));
      // Folders of test data have many objects of one name: an equal object in a file of the same name counts as unchanged.
      const near = twins && twins.length > 1 ? nearestByFile(twins, object) : (twins ?? []);
      const twin = near.length > 1 ? (near.find((one) => isDeepStrictEqual(one, object)) ?? near.at(-1)) : near[0];
      return twin && areWrittenAlike(twin, object) ? object : twin;
    },
    named: (reference) => byName.get(formatReference(reference)),
  };
}

/** Whether two objects were equal before parts were removed from them; the remaining parts depend on other objects with the same names. */
export function areWrittenAlike(one: KubernetesObject, other: KubernetesObject): boolean {
  const [was, is] = [one, other].map(asWritten);
  return (was !== one || is !== other) && isDeepStrictEqual(was, is);
}

const KEYS = new WeakMap<KubernetesObject, string>();

/** API group, kind, namespace and name of an object. */
export function keyOf(object: KubernetesObject): string {
  const key = KEYS.get(object) ?? keyWithGroup(object);
  KEYS.set(object, key);
  return key;
}

/** An object of HEAD with its BASE version, if that differs. */
export interface ObjectPair {
  readonly before: KubernetesObject | undefined;
  readonly after: KubernetesObject;
}

const PAIRS = new WeakMap<readonly KubernetesObject[], readonly [base: unknown, pairs: readonly ObjectPair[]]>();

/** The objects that a change adds or edits; compared once for all rules. */
export function changedObjects(base: Pick<State, 'given'>, head: Pick<State, 'given'>): readonly ObjectPair[] {
  const [known, found] = PAIRS.get(head.given) ?? [];
  if (found && known === base.given) return found;
  const { twinOf } = objectsOf(base);
  const pairs = head.given
    .map((after) => ({ before: twinOf(after), after }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
  PAIRS.set(head.given, [base.given, pairs]);
  return pairs;
}

/** Whether an object comes from a bundle, and so changes with its operator. */
export function isOfBundle({ documents, resolution }: Pick<State, 'documents' | 'resolution'>): (object: KubernetesObject) => boolean {
  const bundled = new Set<unknown>([
    ...documents.flatMap(({ bundle, value }) => (bundle === undefined ? [] : [value])),
    ...resolution.csvs.flatMap(({ csv }) => csv.bundle?.others ?? []),
  ]);
  return (object) => bundled.has(object);
}

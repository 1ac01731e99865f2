/** How many objects appear, go, or differ in any way. */
import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from '../model/kubernetes-object.js';
import type { Review } from './review.js';

/** `Kind namespace/name`: names an object among others. */
export function objectKey({ kind, metadata: { namespace, name } }: KubernetesObject): string {
  return `${kind} ${namespace ?? ''}/${name}`;
}

/** Counts the differences of two lists of objects. */
export function objectChanges(base: readonly KubernetesObject[], head: readonly KubernetesObject[]): Review['objects'] {
  const before = new Map(base.map((object) => [objectKey(object), object]));
  const isSame = sameObjects();
  const changes = { added: 0, removed: 0, changed: 0 };
  const after = new Set<string>();
  for (const object of head) {
    const key = objectKey(object);
    after.add(key);
    const old = before.get(key);
    if (!old) changes.added += 1;
    else if (!isSame(old, object)) changes.changed += 1;
  }
  for (const key of before.keys()) if (!after.has(key)) changes.removed += 1;
  return changes;
}

/** Compares objects. Copies share all but their metadata, so what is shared is compared once. */
function sameObjects(): (a: KubernetesObject, b: KubernetesObject) => boolean {
  const known = new Map<unknown, Map<unknown, boolean>>();
  const isSameShared = (a: unknown, b: unknown): boolean => {
    if (typeof a !== 'object' || typeof b !== 'object') return a === b;
    const answers = known.get(a) ?? new Map<unknown, boolean>();
    known.set(a, answers);
    const answer = answers.get(b) ?? isDeepStrictEqual(a, b);
    answers.set(b, answer);
    return answer;
  };
  return ({ metadata, ...a }, { metadata: otherMetadata, ...b }) => {
    const fields = Object.keys(a);
    return (
      fields.length === Object.keys(b).length &&
      fields.every((field) => Object.hasOwn(b, field) && isSameShared(a[field], b[field])) &&
      isDeepStrictEqual(metadata, otherMetadata)
    );
  };
}

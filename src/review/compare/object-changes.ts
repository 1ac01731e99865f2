/** Counts the objects that are added, removed or changed in any way. */
import { isDeepStrictEqual } from 'node:util';
import type { ObjectOrCopies } from '../../base/kubernetes/copies.js';
import { groupBy } from '../../base/kubernetes/object.js';
import { paired } from '../../base/kubernetes/paired.js';
import { byPlace, objectIn, objectsOrCopies, type StateObjects } from '../../base/rbac/rbac-objects.js';
import type { Review } from './review.js';

/** Counts the differences between two states. */
export function objectChanges(base: StateObjects, head: StateObjects): Review['objects'] {
  const changes = { added: 0, removed: 0, changed: 0 };
  for (const { before = [], after = [] } of paired<string, readonly ObjectOrCopies[]>(byName(base), byName(head))) {
    const isAlike = comparison();
    for (const { key: namespace, before: was, after: is } of paired(byPlace(before), byPlace(after))) {
      if (!was) changes.added += 1;
      else if (!is) changes.removed += 1;
      else if (!isAlike(was, is, namespace)) changes.changed += 1;
    }
  }
  return changes;
}

function byName(state: StateObjects): Map<string, ObjectOrCopies[]> {
  return groupBy(objectsOrCopies(state), ({ object: { kind, metadata } }) => `${kind} ${metadata.name}`);
}

/** Compares the objects of a namespace. Copies that are created in the same way are compared only once. */
function comparison(): (a: ObjectOrCopies, b: ObjectOrCopies, namespace: string) => boolean {
  const known = new Map<ObjectOrCopies, Map<ObjectOrCopies, boolean>>();
  return (a, b, namespace) => {
    const compare = (): boolean => isDeepStrictEqual(objectIn(a, namespace), objectIn(b, namespace));
    if (!a.copies || !b.copies || a.copies.ownerNamespaceLabel !== b.copies.ownerNamespaceLabel) return compare();
    const answers = known.get(a) ?? new Map<ObjectOrCopies, boolean>();
    const answer = answers.get(b) ?? compare();
    known.set(a, answers.set(b, answer));
    return answer;
  };
}

/** What a change removes from the input and not from the cluster: what it grants is not lost. */
import { orphanedObjects } from '../findings/changed/applied-or-kept.js';
import { formatReference, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { csvReference } from '../model/finding.js';
import { keyOf } from '../state/objects.js';
import type { State } from '../state/state.js';

/** HEAD with the roles and bindings that stay: their own mark says so, or that of what they are made for. HEAD itself where none do. */
export function withKept(base: State, head: State): State {
  const kept = new Set(orphanedObjects(base, head).map(({ object }) => formatReference(referenceTo(object))));
  if (kept.size === 0) return head;
  const stays = (reference: ObjectReference): boolean => kept.has(formatReference(reference));
  // OLM leaves the CSV of a Subscription that goes, as long as the namespace is there.
  const left = base.resolution.csvs
    .filter(({ csv }) => csv.bundle && stays({ kind: 'Namespace', name: csv.namespace }))
    .map(({ csv }) => formatReference(csvReference(csv)));
  const owners = new Set([...kept, ...left]);
  const made = (base.made ?? []).filter(({ owner }) => owners.has(formatReference(owner)));
  const there = new Set(head.objects.map(keyOf));
  const objects = [
    ...base.objects.filter((object) => stays(referenceTo(object))),
    ...made.flatMap(({ object, copies }) => (copies ? [] : [object])),
  ];
  return {
    ...head,
    objects: [...head.objects, ...objects.filter((object) => !there.has(keyOf(object)))],
    copied: [...head.copied, ...made.flatMap(({ object, copies }) => (copies ? [{ object, copies }] : []))],
  };
}

/** What the rules about the unknown share: which objects they look at, and how they tell of it. */
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import type { FieldPath } from '../../manifest/field-path.js';
import { isOfBundle, objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { listed } from '../../wording/phrases.js';
import type { Discovery } from '../rule.js';

/** What can be unknown, and what reports call it as a subject. */
const SUBJECTS = { annotation: 'Annotation', kind: 'Kind', label: 'Label' } as const;
export type Unknown = keyof typeof SUBJECTS;

/** How a finding is worded. */
export interface Says {
  /** The fields that it tells of an object, and what differs in them, in words. @param old absent for one that comes or goes */
  covers(object: KubernetesObject, old: KubernetesObject | undefined): { readonly text?: string; readonly covers: readonly FieldPath[] };
  /** The subject of the sentence, with its verb. */
  is(count: number): string;
  /** What the review does not know. */
  readonly nobodyKnows: string;
}

/** One finding for all objects that have it, or had it in BASE. */
export function unknownThing(
  base: State,
  head: State,
  what: Unknown,
  name: string,
  objects: readonly KubernetesObject[],
  { is, nobodyKnows, covers }: Says,
): Discovery {
  const given = new Set(head.given);
  const [now, gone] = [objects.filter((object) => given.has(object)), objects.filter((object) => !given.has(object))];
  const { twinOf } = objectsOf(base);
  const told = [
    ...now.map((object) => ({ object, ...covers(object, twinOf(object)) })),
    ...gone.map((object) => ({ object, ...covers(object, undefined) })),
  ];
  const references = told.map(({ object }) => referenceTo(object));
  const [first] = references as [ObjectReference];
  const happens = [...(now.length > 0 ? ['new or changed'] : []), ...(gone.length > 0 ? ['removed'] : [])].join(', or ');
  return {
    severity: 'warning',
    subject: { kind: SUBJECTS[what], name },
    message: `${what} ${name}: ${[is(objects.length), happens].join(' ').trim()}, and the review does not know ${nobodyKnows}: ${listed(told.map(({ object, text = '' }) => `${formatReference(referenceTo(object))}${text}`))}`,
    path: [],
    fix: `read what acts on it, and name the ${what} under known in the baseline`,
    related: references,
    coversOthers: told.map(({ object, covers: fields }) => ({ object: referenceTo(object), fields })),
    place: (now.length > 0 ? head : base).placeOf(first),
    identity: [
      ...now.map((object) => formatReference(referenceTo(object))),
      ...gone.map((object) => `${formatReference(referenceTo(object))} gone`),
    ],
  };
}

/** Without what bundles bring: that changes with its operator. */
export function ownObjects(state: State): KubernetesObject[] {
  const isBundled = isOfBundle(state);
  return state.given.filter((object) => !isBundled(object) && object.kind !== 'ClusterServiceVersion');
}

/** What the rules about the unknown share: which objects they look at, and how they tell of it. */
import { keyWithGroup } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import type { State } from '../../state/state.js';
import { listed } from '../../wording/phrases.js';
import type { Discovery } from '../rule.js';

/** What can be unknown, and what reports call it as a subject. */
const SUBJECTS = { annotation: 'Annotation', kind: 'Kind', label: 'Label' } as const;
export type Unknown = keyof typeof SUBJECTS;

/** How a finding is worded. */
export interface Says {
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
  { is, nobodyKnows }: Says,
): Discovery {
  const given = new Set(head.given);
  const [now, gone] = [objects.filter((object) => given.has(object)), objects.filter((object) => !given.has(object))];
  const references = [...now, ...gone].map(referenceTo);
  const [first] = references as [ObjectReference];
  const happens = [...(now.length > 0 ? ['new or changed'] : []), ...(gone.length > 0 ? ['removed'] : [])].join(', or ');
  return {
    severity: 'warning',
    subject: { kind: SUBJECTS[what], name },
    message: `${what} ${name}: ${[is(objects.length), happens].join(' ').trim()}, and the review does not know ${nobodyKnows}: ${listed(references.map(formatReference))}`,
    path: [],
    fix: `read what acts on it, and name the ${what} under known in the baseline`,
    related: references,
    place: (now.length > 0 ? head : base).placeOf(first),
    identity: [
      ...now.map((object) => formatReference(referenceTo(object))),
      ...gone.map((object) => `${formatReference(referenceTo(object))} gone`),
    ],
  };
}

/** Every object of a state, by what it is. */
export function byKey({ given }: State): Map<string, KubernetesObject> {
  return new Map(given.map((object) => [keyWithGroup(object), object]));
}

/** Without what bundles bring: that changes with its operator. */
export function ownObjects({ given, documents, resolution }: State): KubernetesObject[] {
  const ofDocuments = documents.flatMap(({ bundle, value }) => (bundle === undefined ? [] : [value]));
  const ofOperators = resolution.csvs.flatMap(({ csv }) => csv.bundle?.others ?? []);
  const bundled = new Set<unknown>([...ofDocuments, ...ofOperators]);
  return given.filter((object) => !bundled.has(object) && object.kind !== 'ClusterServiceVersion');
}

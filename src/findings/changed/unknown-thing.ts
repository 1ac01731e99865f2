/** What the rules about the unknown share: which objects they look at, and how they tell of it. */
import { keyWithGroup } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, type ObjectReference } from '../../kubernetes/object.js';
import type { State } from '../../state/state.js';
import type { Discovery } from '../rule.js';

/** What can be unknown, and what reports call it as a subject. */
const SUBJECTS = { annotation: 'Annotation', kind: 'Kind', label: 'Label' } as const;
export type Unknown = keyof typeof SUBJECTS;

/** One finding for all objects that have it. */
export function unknownThing(state: State, what: Unknown, name: string, objects: readonly ObjectReference[], says: string): Discovery {
  const [first] = objects as readonly [ObjectReference];
  return {
    severity: 'warning',
    subject: { kind: SUBJECTS[what], name },
    message: `${what} ${name}: ${says}`,
    path: [],
    fix: `read what acts on it, and name the ${what} under known in the baseline`,
    related: objects,
    place: state.placeOf(first),
    identity: objects.map(formatReference),
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

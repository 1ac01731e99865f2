/** What a repository has that no table knows: the kinds and keys that a baseline names once. */
import { compareText } from '../../kubernetes/object.js';
import type { State } from '../../state/state.js';
import { accessOf } from '../access/access.js';
import { unknownKind } from '../changed/unknown-kind.js';
import { unknownMetadata } from '../changed/unknown-metadata.js';
import type { KnownThing } from './configuration.js';

/** What an entry says until somebody has written why. */
export const REASON_TO_WRITE = 'what acts on it, and why that is harmless';

/** As `SUBJECTS` of the rules call them. */
const FIELDS = { Kind: 'kind', Annotation: 'annotation', Label: 'label' } as const;
type Field = (typeof FIELDS)[keyof typeof FIELDS];
const ORDER: readonly Field[] = Object.values(FIELDS);

/**
 * The entries, by what they name: all that a review from nothing would call unknown.
 *
 * @param empty a state without objects
 */
export function unknownIn(states: Iterable<State>, empty: State): KnownThing[] {
  const before = accessOf(empty);
  const found = new Map<string, KnownThing>();
  for (const state of states) {
    const access = accessOf(state);
    for (const { subject } of [unknownKind, unknownMetadata].flatMap(({ compare }) => compare?.(before, access) ?? [])) {
      const field = FIELDS[subject.kind as keyof typeof FIELDS];
      found.set(`${field} ${subject.name}`, { [field]: subject.name, reason: REASON_TO_WRITE });
    }
  }
  return [...found.values()].sort((a, b) => rankOf(a) - rankOf(b) || compareText(nameOf(a), nameOf(b)));
}

/** What an entry names. */
export function nameOf({ kind, annotation, label }: KnownThing): string {
  return kind ?? annotation ?? label ?? '';
}

/** What it names, with what that is. */
export function thingOf(thing: KnownThing): string {
  return `${ORDER[rankOf(thing)]} ${nameOf(thing)}`;
}

function rankOf(thing: KnownThing): number {
  return ORDER.findIndex((field) => thing[field] !== undefined);
}

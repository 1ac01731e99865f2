/** Explanations as plain data. */
import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { Grant } from '../../base/rbac/grant.js';
import type { Finding } from '../../olm/model/finding.js';

/** One fact. */
export interface Fact {
  /** A word or two, such as `verdict`. */
  readonly label: string;
  readonly text: string;
}

/** The facts about an object, with findings and permissions. */
export interface Explanation {
  /** An object, or a subject with permissions. */
  readonly object: ObjectReference;
  readonly place?: SourcePlace;
  readonly facts: readonly Fact[];
  /** The findings of `check` about it. */
  readonly findings: readonly Finding[];
  /** The permissions of a subject, including those of the groups of a ServiceAccount. */
  readonly grants?: readonly Grant[];
}

/** One fact for each text. */
export function facts(label: string, ...texts: readonly (string | undefined)[]): Fact[] {
  return texts.flatMap((text) => (text === undefined ? [] : [{ label, text }]));
}

/** Whether two references name one object. */
export function isSameReference(a: ObjectReference, b: ObjectReference): boolean {
  return a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

/** Explanations as plain data. */
import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { Grant } from '../../base/rbac/grant.js';
import type { Finding } from '../../olm/model/finding.js';

/** One thing that is known. */
export interface Fact {
  /** A word or two, such as `verdict`. */
  readonly label: string;
  readonly text: string;
}

/** What is known about something, and why. */
export interface Explanation {
  /** An object, or a subject with permissions. */
  readonly object: ObjectReference;
  readonly place?: SourcePlace;
  readonly facts: readonly Fact[];
  /** The findings of `check` about it. */
  readonly findings: readonly Finding[];
  /** What a subject can do; with the permissions of the groups that a ServiceAccount is in. */
  readonly grants?: readonly Grant[];
}

/** A fact for each text. */
export function facts(label: string, ...texts: readonly (string | undefined)[]): Fact[] {
  return texts.flatMap((text) => (text === undefined ? [] : [{ label, text }]));
}

/** Whether two references name one object. */
export function isSameReference(a: ObjectReference, b: ObjectReference): boolean {
  return a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

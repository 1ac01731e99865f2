/** Explanations as plain data: why something is as it is. */
import type { ObjectReference } from '../model/kubernetes-object.js';
import type { Grant, PlacedFinding, SourcePlace } from './review.js';

/** One thing that is known. */
export interface Fact {
  /** A word or two, such as `verdict`. */
  readonly label: string;
  readonly text: string;
}

/** Why something is as it is. */
export interface Explanation {
  /** Of somebody who holds rights, the subject. */
  readonly object: ObjectReference;
  readonly place?: SourcePlace;
  readonly facts: readonly Fact[];
  /** What `check` says about it. */
  readonly findings: readonly PlacedFinding[];
  /** What it may do, of somebody who holds rights; with the rights of the groups that a ServiceAccount is in. */
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

/** How an object contains other objects. The table of kinds, ../tools, lists the kinds and the ways. */
import { type FieldPath, valueAt } from '../manifest/field-path.js';
import type { SourceReference } from '../manifest/problem.js';

/** An object inside of an outer one. */
export interface InnerObject {
  readonly value: unknown;
  /** The field of the outer object that contains the object or that the object is made from. */
  readonly at: FieldPath;
  /** If that field is a text: the document in the text. */
  readonly within?: NonNullable<SourceReference['within']>;
  /** All fields that are used for this object alone. @default the field that contains the object */
  readonly uses?: readonly FieldPath[];
  /** Whether the object is made only if nothing else gives it. */
  readonly isDefault?: true;
  /** For a Subscription: the CSVs that the outer object lets OLM install. @default any */
  readonly versions?: readonly string[];
}

/** The ConfigMaps whose manifests something applies, as `namespace/name`. */
export type AppliedData = ReadonlySet<string>;

/** The objects that an outer object makes on a cluster, without those that it only watches or removes. */
export type ObjectsIn = (outer: Readonly<Record<string, unknown>>, applied: AppliedData) => readonly InnerObject[];

/** Objects that are entries of a list. */
export function listedAt(at: FieldPath): ObjectsIn {
  return (outer) => {
    const list = valueAt(outer, at);
    return Array.isArray(list) ? list.map((value: unknown, index) => ({ value, at: [...at, index] })) : [];
  };
}

/** How an object has other objects in it. Which kinds have them in which way is in the table of kinds, ../tools. */
import { type FieldPath, valueAt } from '../manifest/field-path.js';
import type { SourceReference } from '../manifest/problem.js';

/** An object as its outer one has it. */
export interface InnerObject {
  readonly value: unknown;
  /** The field of the outer object that it is in, or is made of. */
  readonly at: FieldPath;
  /** Where that field is a text: the document in it. */
  readonly within?: NonNullable<SourceReference['within']>;
  /** All fields that nothing else is made of. @default the one that it is in */
  readonly uses?: readonly FieldPath[];
  /** Whether it is made only where nothing else gives it. */
  readonly isDefault?: true;
  /** Of a Subscription: the CSVs that the outer object lets OLM install. @default any */
  readonly versions?: readonly string[];
}

/** The ConfigMaps of which something applies what is in them, as `namespace/name`. */
export type AppliedData = ReadonlySet<string>;

/** What an outer object makes on a cluster of the objects in it: nothing of what it only watches or removes. */
export type ObjectsIn = (outer: Readonly<Record<string, unknown>>, applied: AppliedData) => readonly InnerObject[];

/** Objects that are in a list as they are. */
export function listedAt(at: FieldPath): ObjectsIn {
  return (outer) => {
    const list = valueAt(outer, at);
    return Array.isArray(list) ? list.map((value: unknown, index) => ({ value, at: [...at, index] })) : [];
  };
}

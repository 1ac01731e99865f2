/** A kind of object that has other objects in it. A new one is a file with a `Form`, and a line in `index.ts`. */
import { groupOf } from '../kubernetes/kinds.js';
import { fieldsOf, textOf } from '../kubernetes/pod-spec.js';
import type { FieldPath } from '../manifest/field-path.js';
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

/** How one kind has objects in it. */
export type Form = FormOf & {
  /** What of them it makes on a cluster: nothing of what it only watches or removes. */
  objectsIn(outer: Readonly<Record<string, unknown>>, applied: AppliedData): readonly InnerObject[];
};

/** What is of it: objects of these kinds, or values of a chart. */
type FormOf =
  | { readonly group: string; readonly kinds: readonly string[] }
  | { isOuter(value: Readonly<Record<string, unknown>>): boolean };

/** A form of objects that are in lists as they are. @param isMade of one of them, with its place in the list */
export function listedIn(
  group: string,
  kinds: readonly string[],
  at: FieldPath,
  isMade: (outer: Readonly<Record<string, unknown>>) => boolean = () => true,
): Form {
  return {
    group,
    kinds,
    objectsIn: (outer) => {
      const list = at.reduce<unknown>((value, step) => fieldsOf(value)[step], outer);
      return Array.isArray(list) && isMade(outer) ? list.map((value: unknown, index) => ({ value, at: [...at, index] })) : [];
    },
  };
}

/** Whether an object is of a form. */
export function isOfForm(value: Readonly<Record<string, unknown>>, form: Form): boolean {
  if ('isOuter' in form) return form.isOuter(value);
  const { apiVersion, kind } = value;
  const { group, kinds } = form;
  return typeof apiVersion === 'string' && groupOf(apiVersion) === group && kinds.includes(textOf(kind) ?? '');
}

/**
 * Field paths such as `spec.install.spec.permissions[0].rules`: the place of a value in an object; walks over all values, and the
 * paths at which two values differ.
 */
import { isMapping } from './plain-data.js';

/** Keys and list indexes, from the root of a document inwards. */
export type FieldPath = readonly (string | number)[];

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * A field path as kubectl prints it.
 *
 * @example
 * formatFieldPath(['metadata', 'annotations', 'olm.providedAPIs']) // 'metadata.annotations["olm.providedAPIs"]'
 */
export function formatFieldPath(path: FieldPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (PLAIN_KEY.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** The value at a path in plain data; undefined if any step is missing. */
export function valueAt(root: unknown, path: FieldPath): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** One field. A value is absent on the side that lacks the field. */
export interface FieldChange {
  readonly path: FieldPath;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** The innermost paths at which two values differ; lists of different lengths differ as a whole. */
export function fieldChanges(from: unknown, to: unknown, path: FieldPath = []): FieldChange[] {
  if (from === to) return [];
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return from.flatMap((item, index) => fieldChanges(item, to[index], [...path, index]));
  }
  if (isMapping(from) && isMapping(to)) {
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .sort(byText)
      .flatMap((key) => fieldChanges(valueAt(from, [key]), valueAt(to, [key]), [...path, key]));
  }
  return [{ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Visits a value. @returns true if the walk should not enter the value */
export type Visit = (value: unknown, at: FieldPath, within: Readonly<Record<string, unknown>>) => boolean | undefined;

/**
 * Visits a value and all values in it, the outer ones first.
 *
 * @param visit gets each value, its path, and the innermost mapping around it
 * @example
 * walk({ a: [1] }, (value, at) => console.log(formatFieldPath(at), value)) // '' {…}, 'a' [1], 'a[0]' 1
 */
export function walk(root: unknown, visit: Visit, start: FieldPath = []): void {
  const enter = (value: unknown, at: FieldPath, within: Readonly<Record<string, unknown>>): void => {
    if (visit(value, at, within) === true) return;
    if (Array.isArray(value)) for (const [index, entry] of value.entries()) enter(entry, [...at, index], within);
    else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) enter(entry, [...at, key], value as Readonly<Record<string, unknown>>);
  };
  enter(root, start, {});
}

/** Whether a value, or any value in it, matches. */
export function isIn(root: unknown, is: (value: unknown, at: FieldPath) => boolean): boolean {
  let isFound = false;
  walk(root, (value, at) => {
    isFound ||= is(value, at);
    return isFound;
  });
  return isFound;
}

/** The paths at which two values differ, and whether a value is somewhere in another. */

import { type FieldPath, valueAt, walk } from './field-path.js';
import { isMapping } from './plain-data.js';

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

/** Whether a value, or any value in it, matches. */
export function isIn(root: unknown, is: (value: unknown, at: FieldPath) => boolean): boolean {
  let isFound = false;
  walk(root, (value, at) => {
    isFound ||= is(value, at);
    return isFound;
  });
  return isFound;
}

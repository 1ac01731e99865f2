/** One walk over whatever a manifest can contain. */
import type { FieldPath } from './field-path.js';

/** What looks at a value. It returns true for one into which the walk does not go. */
export type Visit = (value: unknown, at: FieldPath, within: Readonly<Record<string, unknown>>) => boolean | undefined;

/**
 * Looks at a value and at all that is in it, the outer first.
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

/** Whether a value, or anything in it, is one that is looked for. */
export function isIn(root: unknown, is: (value: unknown, at: FieldPath) => boolean): boolean {
  let isFound = false;
  walk(root, (value, at) => {
    isFound ||= is(value, at);
    return isFound;
  });
  return isFound;
}

/** Field paths such as `spec.install.spec.permissions[0].rules`: the place of a value in an object, and walks over all values. */

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

/** Visits a value. @returns true if the walk should not enter the value */
export type Visit = (value: unknown, at: FieldPath, within: Readonly<Record<string, unknown>>) => boolean | undefined;

/**
 * Visits a value and all values in it, the outer ones first.
 *
 * @param visit gets each value, its path, and the innermost mapping around it
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

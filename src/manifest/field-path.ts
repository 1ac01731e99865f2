/** Field paths such as `spec.install.spec.permissions[0].rules`: where in an object something is. */

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

/** What is at a path in plain data; nothing where any step of it is missing. */
export function valueAt(root: unknown, path: FieldPath): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

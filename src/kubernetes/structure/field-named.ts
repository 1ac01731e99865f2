/** Which field a key names for Go's decoder: the one of that name, or one that differs from it in case alone. */

/** The field, or nothing where there is none. No two fields of a type differ in case alone. */
export function fieldNamed(key: string, fields: Readonly<Record<string, number>>): string | undefined {
  if (Object.hasOwn(fields, key)) return key;
  const folded = fold(key);
  return Object.keys(fields).find((field) => fold(field) === folded);
}

/** Go folds as Unicode does: the long s is an s, the sign for Kelvin a k. */
function fold(key: string): string {
  return key.replaceAll('ſ', 's').toLowerCase();
}

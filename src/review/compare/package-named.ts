/** Names the package of an entry of a catalog. */

/** The name of the package; of an entry without one, such as a template that `opm` makes a catalog of, its schema. */
export function packageNamed({ package: of, name, schema }: Readonly<Record<string, unknown>>): string {
  return String(of || name || schema);
}

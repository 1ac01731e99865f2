/**
 * Decoding into what is there already, as Go's encoding/json does when two keys name the same field: mappings are merged,
 * items of lists are read into the items before them, everything else is replaced. Nothing of the earlier key is sure to be gone.
 */
import { isMapping } from '../../manifest/plain-data.js';
import { compareText } from '../object.js';
import { structureType } from './structure.js';
import type { StructureType } from './type.js';

// Which field a key names for Go's decoder: the one of that name, or one that differs from it in case alone.

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

/**
 * What is there once a value is read into an earlier one.
 *
 * @param earlier nothing, or what an earlier key gave
 * @example
 * decodeInto({ strategy: 'deployment' }, { spec: {} }, install) // { strategy: 'deployment', spec: {} }
 */
export function decodeInto(earlier: unknown, value: unknown, type: StructureType): unknown {
  if (value === null) return type.type === 'array' || type.values !== undefined ? undefined : earlier;
  if (type.type === 'array' && Array.isArray(value)) {
    const items = structureType(type.items ?? 0);
    const before = Array.isArray(earlier) ? earlier : [];
    return value.map((item, index) => (item === null ? item : decodeInto(before[index], item, items)));
  }
  if (type.type !== 'object' || !isMapping(value)) return value;
  const before = isMapping(earlier) ? earlier : {};
  if (type.values !== undefined) return { ...before, ...value };
  if (!type.fields) return value;
  const result: Record<string, unknown> = { ...before };
  for (const key of Object.keys(value).sort(compareText)) {
    const name = fieldNamed(key, type.fields);
    if (name === undefined) result[key] = value[key];
    else result[name] = decodeInto(result[name], value[key], structureType(type.fields[name] ?? 0));
  }
  return result;
}

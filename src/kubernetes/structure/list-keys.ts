/** Lists whose items are told apart by key fields, or that are sets: where two items are the same one. */
import { jsonText } from '../../manifest/format.js';
import { type StructureType, structureType } from './structure.js';

/** The indexes of items that repeat an earlier one. */
export function repeatedItems(list: readonly unknown[], type: StructureType): number[] {
  const keyOf = keyReader(type);
  if (!keyOf) return [];
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const key = keyOf(item);
    if (key === undefined || !seen.has(key)) {
      if (key !== undefined) seen.add(key);
      return [];
    }
    return [index];
  });
}

function keyReader({ keys, set, items }: StructureType): ((item: unknown) => string | undefined) | undefined {
  if (set) return (item) => jsonText(item);
  if (!keys || items === undefined) return undefined;
  const { fields } = structureType(items);
  const defaults = keys.map((key) => {
    const field = fields?.[key];
    return field === undefined ? undefined : structureType(field).default;
  });
  return (item) => {
    if (typeof item !== 'object' || item === null) return undefined;
    return jsonText(keys.map((key, index) => (item as Readonly<Record<string, unknown>>)[key] ?? defaults[index] ?? null));
  };
}

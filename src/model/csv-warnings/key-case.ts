/**
 * Keys in another case. Go's decoder, and so a catalog's way onto a cluster, takes `apigroups` for `apiGroups`; the API
 * server does not know the field, and drops it when the CSV is applied.
 */
import type { FieldPath } from '../../manifest/field-path.js';
import type { CsvCheck, CsvWarning } from './csv-check.js';
import { CSV_FIELDS, type Fields } from './csv-fields.js';

export const keyCase: CsvCheck = ({ manifest }) => [...misspelt(manifest, CSV_FIELDS, [])];

function* misspelt(value: unknown, fields: Fields, at: FieldPath): Generator<CsvWarning> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* misspelt(item, fields, [...at, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      const below = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (below) yield* misspelt(entry, below, [...at, key]);
      else yield* anotherCase(key, fields, at);
    }
  }
}

function* anotherCase(key: string, fields: Fields, at: FieldPath): Generator<CsvWarning> {
  const meant = Object.keys(fields).find((field) => field.toLowerCase() === key.toLowerCase());
  if (meant === undefined) return;
  yield {
    code: 'CSV_KEY_CASE',
    at: [...at, key],
    message: 'the API server has no such field and drops it; only tools written in Go ignore the case of keys',
    found: key,
    expected: meant,
    fix: `write ${meant}`,
  };
}

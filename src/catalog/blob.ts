/** The blobs of file-based catalogs. */
import { z } from 'zod';
import { check } from '../manifest/check.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';

// zod's own min() also checks the field `length` of values that are not text.
const name = z.string().refine((given) => given !== '', 'a name');
const text = z.string().nullish();
/** The key `catalog` of a blob: which CatalogSource serves it, as `NAME` or `NAMESPACE/NAME`. It is this project's own. */
const catalog = text;

const SCHEMAS = {
  'olm.package': z.looseObject({ catalog, name, defaultChannel: text }),
  'olm.channel': z.looseObject({
    catalog,
    package: name,
    name,
    entries: z.array(z.looseObject({ name, replaces: text, skips: z.array(z.string()).nullish(), skipRange: text })),
  }),
  'olm.bundle': z.looseObject({
    catalog,
    package: name,
    name,
    image: text,
    properties: z.array(z.looseObject({ type: name, value: z.unknown() })).nullish(),
  }),
  'olm.deprecations': z.looseObject({
    catalog,
    package: z.string(),
    entries: z.array(z.looseObject({ reference: z.looseObject({ schema: z.string(), name: text }), message: z.string() })).nullish(),
  }),
} as const;

/** The schemas that say what a catalog offers. Blobs of others are passed over, as in `opm`. */
export type BlobSchema = keyof typeof SCHEMAS;
/** A blob that passed its schema, and its place. */
export interface Blob<S extends BlobSchema> {
  readonly value: z.infer<(typeof SCHEMAS)[S]>;
  readonly source: SourceReference;
}

/** The blob of a schema, or why it is none. */
export function readBlob<S extends BlobSchema>(
  schema: S,
  { value, source }: ParsedDocument,
): { readonly blob?: Blob<S>; readonly problems: readonly UnlocatedProblem[] } {
  const checked = check<Blob<S>['value']>(SCHEMAS[schema] as unknown as z.ZodType<Blob<S>['value']>, value, source);
  return { problems: checked.problems, ...(checked.value === undefined ? {} : { blob: { value: checked.value, source } }) };
}

/** Whether a schema is one of those that say what a catalog offers. */
export function isBlobSchema(schema: unknown): schema is BlobSchema {
  return typeof schema === 'string' && Object.hasOwn(SCHEMAS, schema);
}

/** The template that `opm` creates a catalog from, with a capital S. It is often next to the catalog, but is not part of it. */
const SEMVER_TEMPLATE = 'olm.semver';

/** Whether a document belongs to a file-based catalog: it has a schema and, unlike a manifest, no kind. */
export function isCatalogBlob(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'kind' in value) return false;
  return ('schema' in value && typeof value.schema === 'string') || ('Schema' in value && value.Schema === SEMVER_TEMPLATE);
}

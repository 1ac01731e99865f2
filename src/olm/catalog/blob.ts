/** The blobs of file-based catalogs: their schemas. */
import { z } from 'zod';
import { check } from '../../base/manifest/check.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';

// zod's own min() also checks the field `length` of values that are no strings.
const name = z.string().refine((given) => given !== '', 'a name');
const text = z.string().nullish();
/** The key `catalog` of a blob, an addition of this project: the CatalogSource that serves the blob, as `NAME` or `NAMESPACE/NAME`. */
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
} as const satisfies { readonly [S in BlobSchema]: z.ZodType<BlobValues[S]> };

type Text = string | null | undefined;

/** The fields that are read from the blobs of each schema. */
interface BlobValues {
  readonly 'olm.package': { readonly name: string; readonly defaultChannel?: Text };
  readonly 'olm.channel': {
    readonly package: string;
    readonly name: string;
    readonly entries: readonly {
      readonly name: string;
      readonly replaces?: Text;
      readonly skips?: readonly string[] | null | undefined;
      readonly skipRange?: Text;
    }[];
  };
  readonly 'olm.bundle': {
    readonly package: string;
    readonly name: string;
    readonly image?: Text;
    readonly properties?: readonly { readonly type: string; readonly value?: unknown }[] | null | undefined;
  };
  readonly 'olm.deprecations': {
    readonly package: string;
    readonly entries?:
      | readonly { readonly reference: { readonly schema: string; readonly name?: Text }; readonly message: string }[]
      | null
      | undefined;
  };
}

/** The schemas that define a catalog's packages. Blobs of other schemas are ignored, as in `opm`. */
export type BlobSchema = keyof BlobValues;
/** A blob that passed its schema, and its place. */
export interface Blob<S extends BlobSchema> {
  readonly value: BlobValues[S];
  readonly source: SourceReference;
}

/** The blob of a schema, or the problems of the document. */
export function readBlob<S extends BlobSchema>(
  schema: S,
  { value, source }: ParsedDocument,
): { readonly blob?: Blob<S>; readonly problems: readonly UnlocatedProblem[] } {
  const checked = check<Blob<S>['value']>(SCHEMAS[schema] as unknown as z.ZodType<Blob<S>['value']>, value, source);
  return { problems: checked.problems, ...(checked.value === undefined ? {} : { blob: { value: checked.value, source } }) };
}

/** Whether a schema is one of those that define a catalog's packages. */
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

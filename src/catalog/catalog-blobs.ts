/** The blobs in file-based catalogs. */
import { z } from 'zod';
import type { SourceReference } from '../manifest/problem.js';

// zod's own min() also checks the field `length` of values that are not text.
const name = z.string().refine((given) => given !== '', 'a name');
const text = z.string().nullish();
/** Of an `olm.package`. */
export const packageSchema = z.looseObject({ name, defaultChannel: text });
/** Of an `olm.channel`. */
export const channelSchema = z.looseObject({
  package: name,
  name,
  entries: z.array(z.looseObject({ name, replaces: text, skips: z.array(z.string()).nullish(), skipRange: text })),
});
/** Of an `olm.bundle`. */
export const bundleSchema = z.looseObject({
  package: name,
  name,
  image: text,
  properties: z.array(z.looseObject({ type: name, value: z.unknown() })).nullish(),
});

/** A blob that passed its schema, and its place. */
export interface Blob<T> {
  readonly value: T;
  readonly source: SourceReference;
}
/** An `olm.package` blob. */
export type PackageBlob = Blob<z.infer<typeof packageSchema>>;
/** An `olm.channel` blob. */
export type ChannelBlob = Blob<z.infer<typeof channelSchema>>;
/** An `olm.bundle` blob. */
export type BundleBlob = Blob<z.infer<typeof bundleSchema>>;

/** All blobs of one catalog that name one package. */
export interface PackageBlobs {
  readonly name: string;
  readonly packages: readonly PackageBlob[];
  readonly channels: readonly ChannelBlob[];
  readonly bundles: readonly BundleBlob[];
}

/** The template that `opm` creates a catalog from, with a capital S. It is often next to the catalog, but is not part of it. */
const SEMVER_TEMPLATE = 'olm.semver';

/** Whether a document belongs to a file-based catalog: it has a schema and, unlike a manifest, no kind. */
export function isCatalogBlob(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'kind' in value) return false;
  return ('schema' in value && typeof value.schema === 'string') || ('Schema' in value && value.Schema === SEMVER_TEMPLATE);
}

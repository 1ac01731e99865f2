/** The blobs of file-based catalogs → packages. Blobs of schemas that are not known here are passed over, as `opm` does. */
import { z } from 'zod';
import type { ParsedDocument } from '../manifest/parse.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import type { CatalogBundle } from './bundle.js';
import { checkPackage } from './catalog-rules.js';
import { check } from './check.js';
import { groupBy } from './group-by.js';
import type { Package } from './package.js';

// zod's own min() also looks at the field `length` of what is no text.
const name = z.string().refine((given) => given !== '', 'a name');
const text = z.string().nullish();
const packageSchema = z.looseObject({ name, defaultChannel: text });
const channelSchema = z.looseObject({
  package: name,
  name,
  entries: z.array(z.looseObject({ name, replaces: text, skips: z.array(z.string()).nullish(), skipRange: text })),
});
const bundleSchema = z.looseObject({
  package: name,
  name,
  image: text,
  properties: z.array(z.looseObject({ type: name, value: z.unknown() })).nullish(),
});

/** A blob that passed its schema, and where it stands. */
interface Blob<T> {
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

/** What `opm` makes a catalog of, commonly written beside it, with a capital S; like other templates, it is no part of one. */
const SEMVER_TEMPLATE = 'olm.semver';

/** Whether a document belongs to a file-based catalog: it has a schema and, unlike a manifest, no kind. */
export function isCatalogBlob(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'kind' in value) return false;
  return ('schema' in value && typeof value.schema === 'string') || ('Schema' in value && value.Schema === SEMVER_TEMPLATE);
}

/**
 * Reads catalogs, and checks them by the rules of `opm validate`.
 *
 * @param sourceNames the names of CatalogSources, by which catalogs are told apart
 */
export function readCatalogs(
  blobs: readonly ParsedDocument[],
  sourceNames: ReadonlySet<string>,
): { packages: Package[]; problems: UnlocatedProblem[] } {
  const problems: UnlocatedProblem[] = [];
  const packages = [...groupBy(blobs, ({ source }) => catalogOf(source.file, sourceNames))].flatMap(([catalog, members]) =>
    packageBlobs(members, problems).flatMap((parts) => {
      problems.push(...checkPackage(parts));
      const [only] = parts.packages;
      return only ? [packageOf(parts, only, catalog)] : [];
    }),
  );
  return { packages, problems };
}

/**
 * The CatalogSource that a file belongs to: the one that the file, or the nearest folder around it, is named after.
 * Catalogs do not say their names, so this is a convention of this project.
 *
 * @returns the empty string when there is none
 */
export function catalogOf(file: string, sourceNames: ReadonlySet<string>): string {
  const steps = file.replace(/\.(?:yaml|yml|json)$/i, '').split(/[\\/]/);
  return steps.findLast((step) => sourceNames.has(step)) ?? '';
}

function packageBlobs(documents: readonly ParsedDocument[], problems: UnlocatedProblem[]): PackageBlobs[] {
  const read = <T>(schema: z.ZodType<T>, wanted: string): Blob<T>[] =>
    documents
      .filter(({ value }) => (value as { schema: string }).schema === wanted)
      .flatMap(({ value, source }) => {
        const checked = check(schema, value, source);
        problems.push(...checked.problems);
        return checked.value === undefined ? [] : [{ value: checked.value, source }];
      });
  const packages = groupBy(read(packageSchema, 'olm.package'), ({ value }) => value.name);
  const channels = groupBy(read(channelSchema, 'olm.channel'), ({ value }) => value.package);
  const bundles = groupBy(read(bundleSchema, 'olm.bundle'), ({ value }) => value.package);
  const names = new Set([...packages.keys(), ...channels.keys(), ...bundles.keys()]);
  return [...names].map((packageName) => ({
    name: packageName,
    packages: packages.get(packageName) ?? [],
    channels: channels.get(packageName) ?? [],
    bundles: bundles.get(packageName) ?? [],
  }));
}

function packageOf({ name: packageName, channels, bundles }: PackageBlobs, { value, source }: PackageBlob, catalog: string): Package {
  return {
    name: packageName,
    catalog,
    ...(value.defaultChannel ? { defaultChannel: value.defaultChannel } : {}),
    channels: channels.map(({ value: channel }) => ({
      name: channel.name,
      entries: channel.entries.map((entry) => ({
        name: entry.name,
        skips: entry.skips ?? [],
        ...(entry.replaces ? { replaces: entry.replaces } : {}),
      })),
    })),
    bundles: new Map(bundles.map((blob) => [blob.value.name, bundleOf(blob)])),
    source,
  };
}

function bundleOf({ value, source }: BundleBlob): CatalogBundle {
  const properties = (value.properties ?? []).map(({ type, value: content }) => ({ type, value: content }));
  return { name: value.name, packageName: value.package, properties, ...(value.image ? { image: value.image } : {}), source };
}

/** The blobs of file-based catalogs → packages. Blobs with an unknown schema are skipped, as in `opm`. */
import type { z } from 'zod';
import {
  type Blob,
  type BundleBlob,
  bundleSchema,
  channelSchema,
  type PackageBlob,
  type PackageBlobs,
  packageSchema,
} from '../catalog/catalog-blobs.js';
import { catalogOf } from '../catalog/catalog-of-file.js';
import { checkPackage } from '../catalog/catalog-rules.js';
import type { Package } from '../catalog/package.js';
import { groupBy } from '../kubernetes/group-by.js';
import { check } from '../manifest/check.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { CatalogBundle } from '../model/bundle.js';

/**
 * Reads catalogs, and checks them by the rules of `opm validate`.
 *
 * @param sourceNames the names of CatalogSources, which distinguish the catalogs
 */
export function readCatalogs(
  blobs: readonly ParsedDocument[],
  sourceNames: ReadonlySet<string>,
): { packages: Package[]; problems: UnlocatedProblem[] } {
  const problems: UnlocatedProblem[] = [];
  const packages = [...groupBy(blobs, (blob) => catalogName(blob, sourceNames))].flatMap(([catalog, members]) =>
    packageBlobs(members, problems).flatMap((parts) => {
      problems.push(...checkPackage(parts));
      const [only] = parts.packages;
      return only ? [packageOf(parts, only, catalog)] : [];
    }),
  );
  return { packages, problems };
}

/** As the blob's key `catalog` says, by name or `namespace/name`; else as its file does. */
function catalogName({ value, source }: ParsedDocument, sourceNames: ReadonlySet<string>): string {
  const { catalog } = value as { catalog?: unknown };
  return typeof catalog === 'string' ? (catalog.split('/').at(-1) ?? '') : catalogOf(source.file, sourceNames);
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
    defaultChannel: value.defaultChannel || undefined,
    channels: channels.map(({ value: channel }) => ({
      name: channel.name,
      entries: channel.entries.map((entry) => ({
        name: entry.name,
        replaces: entry.replaces || undefined,
        skips: entry.skips ?? [],
      })),
    })),
    bundles: new Map(bundles.map((blob) => [blob.value.name, bundleOf(blob)])),
    source,
  };
}

function bundleOf({ value, source }: BundleBlob): CatalogBundle {
  const properties = (value.properties ?? []).map(({ type, value: content }) => ({ type, value: content }));
  return { name: value.name, packageName: value.package, properties, image: value.image || undefined, source };
}

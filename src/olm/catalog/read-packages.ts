/** The blobs of one file-based catalog → its packages, with the checks of `opm validate`. */
import { groupBy } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { CatalogBundle, Channel, Deprecation, EncodedObject, Package } from '../model/catalog.js';
import { type Blob, type BlobSchema, isBlobSchema, readBlob } from './blob.js';
import { checkPackage, type PackageBlobs } from './validate.js';

/** The packages and problems of a catalog. */
export interface PackagesRead {
  readonly packages: readonly Package[];
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Reads the packages of a catalog.
 *
 * @param blobs in any order; each is read once, so they can come from a stream. Blobs of unknown schemas are ignored
 * @param others packages of the catalog that are known already
 */
export function readPackages(blobs: Iterable<ParsedDocument>, others: readonly PackageBlobs[] = []): PackagesRead {
  const problems: UnlocatedProblem[] = [];
  const passed: { [S in BlobSchema]: Blob<S>[] } = { 'olm.package': [], 'olm.channel': [], 'olm.bundle': [], 'olm.deprecations': [] };
  for (const document of blobs) {
    const { schema } = isMapping(document.value) ? document.value : {};
    if (!isBlobSchema(schema)) continue;
    const read = readBlob(schema, document);
    problems.push(...read.problems);
    if (read.blob) (passed[schema] as Blob<BlobSchema>[]).push(read.blob);
  }
  const all = [...byPackage(passed), ...others];
  return { packages: all.map(packageOf), problems: [...problems, ...all.flatMap(checkPackage)] };
}

function byPackage(passed: { readonly [S in BlobSchema]: readonly Blob<S>[] }): PackageBlobs[] {
  const packages = groupBy(passed['olm.package'], ({ value }) => value.name);
  const channels = groupBy(passed['olm.channel'], ({ value }) => value.package);
  const bundles = groupBy(passed['olm.bundle'], ({ value }) => value.package);
  const deprecations = groupBy(passed['olm.deprecations'], ({ value }) => value.package);
  return [...new Set([...packages.keys(), ...channels.keys(), ...bundles.keys()])].map((name) => ({
    name,
    packages: packages.get(name) ?? [],
    channels: channels.get(name) ?? [],
    bundles: bundles.get(name) ?? [],
    deprecations: deprecations.get(name) ?? [],
  }));
}

function packageOf({ name, packages: [own], channels, bundles, deprecations }: PackageBlobs): Package {
  return {
    name,
    defaultChannel: own?.value.defaultChannel ?? '',
    channels: channels.map(channelOf),
    bundles: new Map(bundles.map((blob) => [blob.value.name, bundleOf(blob)])),
    deprecations: deprecations.flatMap(deprecationsOf),
    ...(own ? { source: own.source } : {}),
  };
}

function channelOf({ value: { name, entries }, source }: Blob<'olm.channel'>): Channel {
  return {
    name,
    entries: entries.map((entry) => ({
      name: entry.name,
      skips: entry.skips ?? [],
      ...(entry.replaces ? { replaces: entry.replaces } : {}),
      ...(entry.skipRange ? { skipRange: entry.skipRange } : {}),
    })),
    source,
  };
}

/** Properties with manifests or parts of them: the resolver does not need them, and OLM drops them there. */
const CONTENT: ReadonlySet<string> = new Set(['olm.bundle.object', 'olm.csv.metadata']);

function bundleOf({ value: { name, package: packageName, image, properties: given }, source }: Blob<'olm.bundle'>): CatalogBundle {
  const all = given ?? [];
  const objects = all.flatMap(({ type, value }, index): EncodedObject[] =>
    type === 'olm.bundle.object' && isMapping(value) && typeof value.data === 'string' ? [{ data: value.data, index }] : [],
  );
  const [minKubeVersion] = all.flatMap(({ type, value }) =>
    type === 'olm.csv.metadata' && isMapping(value) && typeof value.minKubeVersion === 'string' ? [value.minKubeVersion] : [],
  );
  return {
    name,
    packageName,
    ...(image ? { image } : {}),
    ...(objects.length > 0 ? { objects } : {}),
    ...(minKubeVersion ? { minKubeVersion } : {}),
    properties: all.filter(({ type }) => !CONTENT.has(type)).map(({ type, value }) => ({ type, value })),
    source,
  };
}

function deprecationsOf({ value: { entries } }: Blob<'olm.deprecations'>): Deprecation[] {
  return (entries ?? []).flatMap(({ reference: { schema, name }, message }): Deprecation[] =>
    schema === 'olm.package' || schema === 'olm.channel' || schema === 'olm.bundle' ? [{ schema, message, ...(name ? { name } : {}) }] : [],
  );
}

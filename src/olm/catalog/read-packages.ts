/** The blobs of one file-based catalog → its packages, each with its problems. */
import { groupBy } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Catalog, CatalogBundle, Channel, Deprecation, EncodedObject, Package } from '../model/catalog.js';
import { type Blob, type BlobSchema, isBlobSchema, readBlob } from './blob.js';
import { csvFacts } from './csv-metadata.js';
import { checkChannel, checkPackage, type PackageBlobs } from './validate.js';

/** The packages of a catalog, and the problems of blobs that name no package. */
export type PackagesRead = Pick<Catalog, 'packages' | 'strayProblems'>;

/** Options of reading a catalog. */
export interface CatalogReading {
  /** Packages of the catalog that are known already. */
  readonly others?: readonly PackageBlobs[];
  /** Whether `opm` builds the catalog; catalogd of OLM v1 serves blobs as they are. @default true */
  readonly isBuiltByOpm?: boolean;
}

/**
 * Reads the packages of a catalog. A problem belongs to its package, or to its channel: no other one is refused for it.
 *
 * @param blobs in any order; each is read once, so they can come from a stream. Blobs of unknown schemas are ignored
 */
export function readPackages(blobs: Iterable<ParsedDocument>, { others = [], isBuiltByOpm = true }: CatalogReading = {}): PackagesRead {
  const unread: { readonly name: string; readonly problem: UnlocatedProblem }[] = [];
  const passed: { [S in BlobSchema]: Blob<S>[] } = { 'olm.package': [], 'olm.channel': [], 'olm.bundle': [], 'olm.deprecations': [] };
  for (const document of blobs) {
    const { schema, ...fields } = isMapping(document.value) ? document.value : {};
    if (!isBlobSchema(schema)) continue;
    const read = readBlob(schema, document);
    const named = schema === 'olm.package' ? fields.name : fields.package;
    const name = typeof named === 'string' ? named : '';
    unread.push(...read.problems.map((problem) => ({ name, problem: alone(problem) })));
    if (read.blob) (passed[schema] as Blob<BlobSchema>[]).push(read.blob);
  }
  const byName = groupBy(unread, ({ name }) => name);
  const problemsOf = (name: string): UnlocatedProblem[] => (byName.get(name) ?? []).map(({ problem }) => problem);
  const judge = (problem: UnlocatedProblem): UnlocatedProblem => (isBuiltByOpm ? alone(problem) : servedAnyway(problem));
  const names = [...byName.keys()].filter((name) => name !== '');
  const strayProblems = problemsOf('');
  return {
    packages: [...byPackage(passed, names), ...others].map((one) => packageOf(one, problemsOf(one.name), judge)),
    ...(strayProblems.length > 0 ? { strayProblems } : {}),
  };
}

/** A problem that refuses its package or its channel only. */
function alone(problem: UnlocatedProblem): UnlocatedProblem {
  return { ...problem, isAlone: true };
}

function servedAnyway(problem: UnlocatedProblem): UnlocatedProblem {
  return { ...problem, message: `${problem.message}, which opm refuses and catalogd of OLM v1 serves`, tolerated: true };
}

/** @param more names of packages with a blob that cannot be read */
function byPackage(passed: { readonly [S in BlobSchema]: readonly Blob<S>[] }, more: readonly string[]): PackageBlobs[] {
  const packages = groupBy(passed['olm.package'], ({ value }) => value.name);
  const channels = groupBy(passed['olm.channel'], ({ value }) => value.package);
  const bundles = groupBy(passed['olm.bundle'], ({ value }) => value.package);
  const deprecations = groupBy(passed['olm.deprecations'], ({ value }) => value.package);
  return [...new Set([...packages.keys(), ...channels.keys(), ...bundles.keys(), ...more])].map((name) => ({
    name,
    packages: packages.get(name) ?? [],
    channels: channels.get(name) ?? [],
    bundles: bundles.get(name) ?? [],
    deprecations: deprecations.get(name) ?? [],
  }));
}

function packageOf(
  blobs: PackageBlobs,
  unread: readonly UnlocatedProblem[],
  judge: (problem: UnlocatedProblem) => UnlocatedProblem,
): Package {
  const { name, packages, channels, bundles, deprecations } = blobs;
  const [own] = packages;
  // Where a blob cannot be read, what the others lack follows from that.
  const problems = unread.length > 0 ? unread : checkPackage(blobs).map(judge);
  return {
    name,
    defaultChannel: own?.value.defaultChannel ?? '',
    channels: channels.map((channel) => channelOf(channel, unread.length > 0 ? [] : checkChannel(channel, bundles).map(judge))),
    bundles: new Map(bundles.map((blob) => [blob.value.name, bundleOf(blob)])),
    deprecations: deprecations.flatMap(deprecationsOf),
    ...(own ? { source: own.source } : {}),
    ...(problems.length > 0 ? { problems } : {}),
    ...(unread.length > 0 ? { isUnreadable: true } : {}),
  };
}

function channelOf({ value: { name, entries }, source }: Blob<'olm.channel'>, problems: readonly UnlocatedProblem[]): Channel {
  return {
    name,
    entries: entries.map((entry) => ({
      name: entry.name,
      skips: entry.skips ?? [],
      ...(entry.replaces ? { replaces: entry.replaces } : {}),
      ...(entry.skipRange ? { skipRange: entry.skipRange } : {}),
    })),
    source,
    ...(problems.length > 0 ? { problems } : {}),
  };
}

/** Properties with manifests or parts of them: the resolver does not need them, and OLM drops them there. */
const CONTENT: ReadonlySet<string> = new Set(['olm.bundle.object', 'olm.csv.metadata']);

function bundleOf({ value: { name, package: packageName, image, properties: given }, source }: Blob<'olm.bundle'>): CatalogBundle {
  const all = given ?? [];
  const objects = all.flatMap(({ type, value }, index): EncodedObject[] =>
    type === 'olm.bundle.object' && isMapping(value) && typeof value.data === 'string' ? [{ data: value.data, index }] : [],
  );
  const facts = csvFacts(all);
  return {
    name,
    packageName,
    ...(image ? { image } : {}),
    ...(objects.length > 0 ? { objects } : {}),
    ...(typeof facts?.minKubeVersion === 'string' ? { minKubeVersion: facts.minKubeVersion } : {}),
    ...(facts ? { csvFacts: facts } : {}),
    properties: all.filter(({ type }) => !CONTENT.has(type)).map(({ type, value }) => ({ type, value })),
    source,
  };
}

function deprecationsOf({ value: { entries } }: Blob<'olm.deprecations'>): Deprecation[] {
  return (entries ?? []).flatMap(({ reference: { schema, name }, message }): Deprecation[] =>
    schema === 'olm.package' || schema === 'olm.channel' || schema === 'olm.bundle' ? [{ schema, message, ...(name ? { name } : {}) }] : [],
  );
}

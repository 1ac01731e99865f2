/** The blobs of file-based catalogs, and bundles of folders → what each CatalogSource serves. */
import type { z } from 'zod';
import { catalogOf } from '../catalog/catalog-of-file.js';
import { groupBy } from '../kubernetes/group-by.js';
import { check } from '../manifest/check.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import type { BundleOutline } from '../model/bundle.js';
import type { Deprecation, ResolverCatalog, ResolverPackage, ResolverSubscription } from '../model/resolver-input.js';
import { packagesOfFolders } from './bundle-packages.js';
import { catalogError } from './catalog-validity.js';
import { bundleDocument, channelDocument, deprecationsDocument, packageDocument } from './documents.js';

/** What decides whose a blob is. */
interface Surroundings {
  /** As their documents say; they serve nothing yet. */
  readonly sources: readonly ResolverCatalog[];
  readonly subscriptions: readonly ResolverSubscription[];
  readonly bundles: readonly BundleOutline[];
  readonly lax: boolean;
}

/** The catalogs, with what they serve. */
export function catalogsOf(blobs: readonly ParsedDocument[], around: Surroundings, problems: UnlocatedProblem[]): ResolverCatalog[] {
  const { sources, subscriptions, bundles, lax } = around;
  const contents = groupBy(blobs, (blob) => ownerOf(blob, around));
  const named = new Map(sources.map((source) => [keyOf(source), source]));
  const asked = subscriptions.map(({ catalogSourceNamespace, catalogSource }) => `${catalogSourceNamespace}/${catalogSource}`);
  const folders = bundles.length > 0 ? packagesOfFolders(bundles) : [];
  const keys = new Set([...named.keys(), ...[...contents.keys()].filter((key) => key !== ''), ...(folders.length > 0 ? asked : [])]);
  return [...keys].map((key) => {
    const [namespace = '', name = ''] = key.split('/');
    const source = named.get(key) ?? { namespace, name, packages: [] };
    const members = contents.get(key);
    if (!members) return folders.length > 0 ? { ...source, packages: folders, known: true } : source;
    const read = packagesOf(members, problems);
    const invalid = lax ? undefined : catalogError(read);
    return { ...source, packages: invalid ? [] : read, known: true, ...(invalid ? { invalid } : {}) };
  });
}

function keyOf({ namespace, name }: { namespace: string; name: string }): string {
  return `${namespace}/${name}`;
}

/**
 * Whose a blob is: as its key `catalog` says; else that of the folder or file that has a CatalogSource's name; else that of
 * the only CatalogSource, declared or asked for. Empty where that is not known.
 */
function ownerOf({ value, source: { file } }: ParsedDocument, { sources, subscriptions }: Surroundings): string {
  const asked = subscriptions.map(({ catalogSourceNamespace: namespace, catalogSource: name }) => ({ namespace, name }));
  const known = [...sources, ...asked];
  const { catalog } = value as { catalog?: unknown };
  const byFolder = catalogOf(file, new Set(known.map(({ name }) => name)));
  const name = typeof catalog === 'string' ? catalog : byFolder;
  if (name.includes('/')) return name;
  const candidates = [...new Set((sources.length > 0 ? sources : asked).map(keyOf))];
  const found = name === '' ? undefined : known.find((one) => one.name === name);
  return found ? keyOf(found) : name === '' && candidates.length === 1 ? (candidates[0] ?? '') : '';
}

interface Read<T> {
  readonly value: T;
  readonly source: SourceReference;
}

/** The packages of one catalog. */
function packagesOf(blobs: readonly ParsedDocument[], problems: UnlocatedProblem[]): ResolverPackage[] {
  const ofSchema = <T>(schema: z.ZodType<T>, wanted: string): Read<T>[] =>
    blobs
      .filter(({ value }) => (value as { schema?: unknown }).schema === wanted)
      .flatMap(({ value, source }) => {
        const checked = check(schema, value, source);
        for (const problem of checked.problems) problems.push(problem);
        return checked.value === undefined ? [] : [{ value: checked.value, source }];
      });
  const packages = ofSchema(packageDocument, 'olm.package');
  const channels = groupBy(ofSchema(channelDocument, 'olm.channel'), ({ value }) => value.package);
  const bundles = groupBy(ofSchema(bundleDocument, 'olm.bundle'), ({ value }) => value.package);
  const deprecations = groupBy(ofSchema(deprecationsDocument, 'olm.deprecations'), ({ value }) => value.package);
  const names = new Set([...packages.map(({ value }) => value.name), ...channels.keys(), ...bundles.keys()]);
  const byName = new Map(packages.map((one) => [one.value.name, one]));
  return [...names].map((name) => {
    const blob = byName.get(name);
    return {
      name,
      defaultChannel: blob?.value.defaultChannel ?? '',
      channels: (channels.get(name) ?? []).map(channelOf),
      bundles: (bundles.get(name) ?? []).map(bundleOf),
      deprecations: (deprecations.get(name) ?? []).flatMap(({ value }) => deprecationsOf(value)),
      ...(blob ? { source: blob.source } : {}),
    };
  });
}

function channelOf({ value: { name, entries }, source }: Read<z.infer<typeof channelDocument>>): ResolverPackage['channels'][number] {
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

function bundleOf({
  value: { name, image, properties },
  source,
}: Read<z.infer<typeof bundleDocument>>): ResolverPackage['bundles'][number] {
  const contents = (type: string): unknown[] => (properties ?? []).filter((property) => property.type === type).map(({ value }) => value);
  const objects = contents('olm.bundle.object').map((value) => (isMapping(value) && typeof value.data === 'string' ? value.data : ''));
  const [minKubeVersion] = contents('olm.csv.metadata').map((value) => (isMapping(value) ? value.minKubeVersion : undefined));
  return {
    name,
    ...(image ? { image } : {}),
    ...(objects.length > 0 ? { objects } : {}),
    ...(typeof minKubeVersion === 'string' ? { minKubeVersion } : {}),
    // The manifests themselves say nothing to the resolver, and OLM drops them here.
    properties: (properties ?? []).filter(({ type }) => !CONTENT.has(type)).map(({ type, value }) => ({ type, value })),
    source,
  };
}

const CONTENT: ReadonlySet<string> = new Set(['olm.bundle.object', 'olm.csv.metadata']);

function deprecationsOf({ entries }: z.infer<typeof deprecationsDocument>): Deprecation[] {
  return (entries ?? []).flatMap(({ reference: { schema, name }, message }): Deprecation[] =>
    schema === 'olm.package' || schema === 'olm.channel' || schema === 'olm.bundle' ? [{ schema, message, ...(name ? { name } : {}) }] : [],
  );
}

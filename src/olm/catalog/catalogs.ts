/** Assigns blobs to their CatalogSource or ClusterCatalog, and applies the platform's defaults. */
import { groupBy } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { Catalog } from '../model/catalog.js';
import { catalogKey, isClusterCatalog } from '../model/find-catalog.js';
import type { Subscription } from '../model/subscription.js';
import { DEFAULT_CLUSTER_CATALOGS, defaultPriority, MARKETPLACE, undeclaredClusterCatalog, withImageFor } from './catalog-source.js';
import { readPackages } from './read-packages.js';
import type { PackageBlobs } from './validate.js';

/**
 * The catalog that a file belongs to: the one with the name of the file, or of the nearest folder around it.
 * Catalogs do not contain their names, so this is a convention of this project.
 *
 * @returns the empty string if there is none
 */
export function catalogOf(file: string, sourceNames: Pick<ReadonlySet<string>, 'has'>): string {
  const steps = file.replace(/\.(?:yaml|yml|json)$/i, '').split(/[\\/]/);
  return steps.findLast((step) => sourceNames.has(step)) ?? '';
}

/** One package of a known catalog. */
export interface PackageOffer extends PackageBlobs {
  /** The key of the catalog: `namespace/name`. */
  readonly catalog: string;
}

/** The inputs that make up the catalogs of a cluster. */
export interface CatalogInputs {
  /** The CatalogSources and ClusterCatalogs, without packages. */
  readonly sources: readonly Catalog[];
  readonly subscriptions: readonly Subscription[];
  /** Whether the cluster has ClusterExtensions: then an undeclared catalog name means a ClusterCatalog. @default false */
  readonly hasExtensions?: boolean;
  /** Documents of file-based catalogs. */
  readonly blobs: Iterable<ParsedDocument>;
  /** The packages of the lock. */
  readonly locked?: readonly PackageOffer[] | undefined;
  /** Default sources that an OperatorHub disables, and its place. */
  readonly disabled: ReadonlyMap<string, SourceReference>;
  /** The Kubernetes version: images of catalogs can depend on it. */
  readonly kubeVersion: string;
  /** Splits the blobs whose catalog nothing names into catalogs. @default all are one catalog */
  readonly split?: ((blobs: readonly ParsedDocument[]) => readonly (readonly ParsedDocument[])[]) | undefined;
}

/** The catalogs with their packages. Blobs without a known catalog form one without a name. */
export function catalogsOf({
  sources,
  subscriptions,
  hasExtensions = false,
  blobs,
  locked = [],
  disabled,
  kubeVersion,
  split = (one) => [one],
}: CatalogInputs): Catalog[] {
  const asked = subscriptions.map(({ catalogSourceNamespace: namespace, catalogSource: name }) => ({ namespace, name }));
  const [ofV1, ofV0] = [true, false].map((isOfV1) => sources.filter((source) => isClusterCatalog(source) === isOfV1)) as [
    Catalog[],
    Catalog[],
  ];
  const owners: Owners = {
    // During a migration, a CatalogSource and a ClusterCatalog with the same name serve the same content.
    named: groupBy([...ofV1.map(catalogKey), ...new Map([...asked, ...ofV0].map((one) => [one.name, catalogKey(one)])).values()], nameIn),
    keys: [...new Set((ofV0.length > 0 ? ofV0 : asked.length > 0 ? asked : ofV1).map(catalogKey))],
    hasExtensions,
  };
  const contents = groupBy(
    [...blobs].flatMap((blob) => ownersOf(blob, owners).map((owner) => ({ ...owner, blob }))),
    ({ key }) => key,
  );
  const offers = groupBy(locked, ({ catalog }) => catalog);
  const declared = new Map(sources.map((source) => [catalogKey(source), withImageFor(source, kubeVersion)]));
  const catalogAt = (key: string, members: readonly ParsedDocument[]): Catalog => {
    const [namespace = '', name = ''] = key.split('/');
    const ofLock = offers.get(key) ?? [];
    const source =
      declared.get(key) ?? (namespace === '' && name !== '' ? withDefaultPriority(name) : { namespace, name, packages: [], known: false });
    if (members.length + ofLock.length === 0) return source;
    // People store only the packages that they need; a declared catalog, or blobs that name their catalog, count as the whole catalog.
    const isWhole =
      ofLock.length === 0 && (declared.has(key) || members.every(({ value }) => isMapping(value) && typeof value.catalog === 'string'));
    // Blobs of which nothing says whose they are serve what the cluster asks with.
    const isBuiltByOpm = name === '' ? !(hasExtensions && subscriptions.length === 0) : !isClusterCatalog(source);
    return { ...source, ...readPackages(members, { others: ofLock, isBuiltByOpm }), known: true, ...(isWhole ? { isWhole } : {}) };
  };
  const all = [...new Set([...declared.keys(), ...contents.keys(), ...offers.keys()])].flatMap((key) => {
    const members = contents.get(key) ?? [];
    const blobsOf = (...are: readonly boolean[]) => members.flatMap(({ isNamed, blob }) => (are.includes(isNamed) ? [blob] : []));
    const several = split(blobsOf(false));
    // No name decides which folder is the catalog: each of them is one.
    if (several.length < 2) return [catalogAt(key, blobsOf(true, false))];
    return [...(key === '' ? [] : [catalogAt(key, blobsOf(true))]), ...several.map((part) => catalogAt('', part))];
  });
  return withDefaults(all, disabled);
}

/**
 * The catalogs of a blob, as `namespace/name`: the one in its key `catalog`; else the one with the name of its folder or file; else the
 * only catalog, declared or requested. Empty if that is not known.
 */
function ownersOf(
  { value, source: { file } }: ParsedDocument,
  { named, keys: [only = '', ...others], hasExtensions }: Owners,
): readonly { readonly key: string; readonly isNamed: boolean }[] {
  const { catalog } = value as { catalog?: unknown };
  const name = typeof catalog === 'string' ? catalog : catalogOf(file, named);
  if (name === '') return [{ key: others.length === 0 ? only : '', isNamed: false }];
  const keys = name.includes('/') ? [name] : (named.get(name) ?? [hasExtensions ? `/${name}` : '']);
  return keys.map((key) => ({ key, isNamed: key !== '' }));
}

/** The name in `namespace/name`. */
function nameIn(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

interface Owners {
  /** Keys of the declared or requested catalogs, by name. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly keys: readonly string[];
  readonly hasExtensions: boolean;
}

function withDefaultPriority(name: string): Catalog {
  const priority = DEFAULT_CLUSTER_CATALOGS.get(name);
  return { ...undeclaredClusterCatalog(name), ...(priority ? { priority } : {}) };
}

/** Sets the priorities of default sources, and empties disabled ones, unless a CatalogSource has the same name. */
function withDefaults(catalogs: readonly Catalog[], disabled: ReadonlyMap<string, SourceReference>): Catalog[] {
  const off = (name: string, disabledBy: SourceReference): Catalog => ({
    namespace: MARKETPLACE,
    name,
    packages: [],
    known: true,
    disabledBy,
  });
  const known = catalogs.map((catalog): Catalog => {
    const priority = defaultPriority(catalog);
    if (catalog.source || priority === undefined) return catalog;
    const disabledBy = disabled.get(catalog.name);
    return disabledBy ? { ...off(catalog.name, disabledBy), priority } : { ...catalog, priority };
  });
  const missing = [...disabled].filter(([name]) => !catalogs.some((one) => one.namespace === MARKETPLACE && one.name === name));
  return [...known, ...missing.map(([name, disabledBy]) => off(name, disabledBy))];
}

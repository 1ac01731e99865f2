/** An input → its lock: the current content of its catalogs, the bundles that OLM would install, and their permissions. */

import { namespacedName } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import type { LockedExtension, LockedSubscription, LockFile } from '../../olm/lock/lock-file.js';
import { LOCK_VERSION } from '../../olm/lock/lock-name.js';
import { chosenBundles, lockOf, type Selection } from '../../olm/lock/lock-of.js';
import { catalogProblems } from '../../olm/model/broken-catalog.js';
import type { Package } from '../../olm/model/catalog.js';
import type { Cluster } from '../../olm/model/cluster.js';
import { catalogAsked, catalogKey } from '../../olm/model/find-catalog.js';
import { nearestFew } from '../../olm/model/nearest.js';
import type { UnknownOperator } from '../../olm/model/unknown-operator.js';
import { readCluster } from '../../olm/read/read-cluster.js';
import type { Input } from '../../repository/index.js';
import type { Registry } from '../registry/open-registry.js';
import { addressesOf, type CatalogOptions, lockKey } from './addresses.js';
import { contentsOf } from './judged-bundle.js';
import { openCatalogs } from './open-catalogs.js';
import { type Moving, select } from './select.js';

/** The options of locking. */
export interface LockOptions extends CatalogOptions {
  readonly moving: Moving;
  readonly dependencies?: boolean;
  readonly kubeVersion?: string | undefined;
  readonly globalCatalogNamespace?: string | undefined;
}

/** The result of locking. */
export interface Locked {
  readonly lock: LockFile;
  /** The problems of catalogs, and the reasons why operators are missing. With an error, do not use the lock. */
  readonly problems: readonly Problem[];
  /** Catalogs without a known place. */
  readonly unknown: readonly string[];
  /** Operators that their catalogs lack. */
  readonly absent: readonly (UnknownOperator & { readonly names: readonly string[] })[];
}

/**
 * Locks an input.
 *
 * @param input the input, read without installing anything
 * @throws ProblemError of the registry
 */
export async function lockInput(
  input: Pick<Input, 'cluster' | 'documents' | 'locator'>,
  registry: Registry,
  options: LockOptions,
): Promise<Locked> {
  const { addresses, unknown } = addressesOf(input, options);
  const { subscriptions, clusterExtensions } = input.cluster;
  if (subscriptions.length + clusterExtensions.length === 0) return { lock: EMPTY, problems: [], unknown: [], absent: [] };
  const asked = [...subscriptions, ...clusterExtensions].map(({ packageName }) => packageName);
  const opened = await openCatalogs(addresses, asked, registry);
  if (opened.problems.length > 0) return { lock: EMPTY, problems: opened.problems, unknown, absent: [] };
  const cluster = offering(input, opened.blobs, options);
  const packageOf = packagesIn(cluster);
  const { problems: missing, absent, ...selection } = select(cluster, options.previous, options.moving, options.dependencies);
  const chosen = chosenBundles(selection).flatMap(({ catalog, package: of, name }) => packageOf(catalog, of)?.bundles.get(name) ?? []);
  const { contents, problems } = await contentsOf(chosen, opened.bundles, registry);
  const wrong = cluster.catalogs.flatMap(catalogProblems);
  const isHere = (catalog: string, of: string, name: string): boolean => {
    const bundle = packageOf(catalog, of)?.bundles.get(name);
    return bundle !== undefined && contents.has(bundle);
  };
  const namesOf = ({ catalog, packageName }: UnknownOperator): readonly string[] | undefined => {
    const names = opened.whole.get(catalogKey(catalog));
    return names && nearestFew(packageName, names);
  };
  const lock = lockOf(withNearest(readable(selection, isHere), absent, namesOf), {
    catalogs: opened.catalogs,
    packageOf,
    contentOf: (bundle) => contents.get(bundle),
  });
  return {
    lock: options.previous ? withLast(lock, options.previous, new Set(unknown), input.cluster) : lock,
    // Missing or unreadable content is left out of the lock, and reported; the rest is valid.
    problems: [
      ...missing.map((problem) => ({ ...input.locator.locate(problem), tolerated: true as const })),
      ...wrong.filter(isError).map(({ source, at: _, ...problem }): Problem => ({ ...problem, file: source.file })),
      ...problems.map((problem) => ({ ...problem, tolerated: true as const })),
    ],
    unknown,
    absent: absent.map((one) => ({ ...one, names: namesOf(one) ?? [] })),
  };
}

/** Adds the nearest packages of a catalog in place of missing ones. */
function withNearest(
  { notLocked = [], ...selection }: Selection,
  absent: readonly UnknownOperator[],
  namesOf: (operator: UnknownOperator) => readonly string[] | undefined,
): Selection {
  const found = new Map(absent.map((one) => [namespacedName(one.subscription), namesOf(one)]));
  return {
    ...selection,
    notLocked: notLocked.map((one) => {
      const nearest = found.get(`${one.namespace}/${one.name}`);
      return nearest ? { ...one, nearest: [...nearest] } : one;
    }),
  };
}

const EMPTY: LockFile = { lockVersion: LOCK_VERSION, catalogs: [], packages: [], bundles: [] };

/** Removes entries whose bundle could not be read. */
function readable(selection: Selection, isHere: (catalog: string, packageName: string, bundle: string) => boolean): Selection {
  const isSubscription = ({ catalog, package: of, csv }: LockedSubscription): boolean => isHere(catalog, of, csv);
  const isExtension = ({ catalog, package: of, bundle }: LockedExtension): boolean => isHere(catalog, of, bundle);
  const lost = [
    ...selection.subscriptions
      .filter((one) => !isSubscription(one))
      .map(({ namespace, name, package: of, catalog }) => ({ namespace, name, package: of, catalog })),
    ...selection.clusterExtensions.filter((one) => !isExtension(one)).map(({ name, package: of }) => ({ name, package: of })),
  ];
  return {
    subscriptions: selection.subscriptions.filter(isSubscription).map(({ via, ...one }) => {
      const here = (via ?? []).filter((name) => isHere(one.catalog, one.package, name));
      return here.length === 0 ? one : { ...one, via: here };
    }),
    clusterExtensions: selection.clusterExtensions.filter(isExtension),
    dependencies: selection.dependencies.filter(({ catalog, package: of, csv }) => isHere(catalog, of, csv)),
    notLocked: [...(selection.notLocked ?? []), ...lost],
  };
}

/** Adds the last lock's entries for catalogs without a known place, as long as Subscriptions request them. */
function withLast(lock: LockFile, last: LockFile, unknown: ReadonlySet<string>, { subscriptions }: Cluster): LockFile {
  const asks = ({ namespace, name, package: of, catalog, channel, csv }: LockedSubscription): boolean =>
    subscriptions.some(
      (one) =>
        one.namespace === namespace &&
        one.name === name &&
        one.packageName === of &&
        one.channel === channel &&
        (one.startingCSV ?? csv) === csv &&
        catalogAsked(one) === catalog,
    );
  const kept = (last.subscriptions ?? []).filter((one) => unknown.has(one.catalog) && asks(one));
  const namespaces = new Set(kept.map(({ namespace }) => namespace));
  const dependencies = (last.dependencies ?? []).filter((one) => unknown.has(one.catalog) && namespaces.has(one.namespace));
  const used = new Set([
    ...[...kept, ...dependencies].map(({ catalog, csv }) => `${catalog} ${csv}`),
    ...kept.flatMap(({ catalog, via = [] }) => via.map((csv) => `${catalog} ${csv}`)),
  ]);
  const bundles = last.bundles.filter(({ catalog, name }) => used.has(`${catalog} ${name}`));
  const packages = new Set(bundles.map((one) => `${one.catalog} ${one.package}`));
  const isKept = new Set(kept.map(namespacedName));
  return {
    ...lock,
    catalogs: [...lock.catalogs, ...last.catalogs.filter(({ name }) => unknown.has(name))],
    subscriptions: [...(lock.subscriptions ?? []), ...kept],
    dependencies: [...(lock.dependencies ?? []), ...dependencies],
    notLocked: (lock.notLocked ?? []).filter(({ namespace, name }) => !isKept.has(`${namespace ?? ''}/${name}`)),
    packages: [...lock.packages, ...last.packages.filter(({ catalog, name }) => packages.has(`${catalog} ${name}`))],
    bundles: [...lock.bundles, ...bundles],
  };
}

/** The packages of an input's catalogs, by their names in a lock. */
export function packagesOf(
  input: Pick<Input, 'cluster' | 'documents'>,
  blobs: readonly ParsedDocument[],
  options: Pick<LockOptions, 'kubeVersion' | 'globalCatalogNamespace'>,
): (catalog: string, name: string) => Package | undefined {
  return packagesIn(offering(input, blobs, options));
}

function packagesIn({ catalogs }: Cluster): (catalog: string, name: string) => Package | undefined {
  return (catalog, name) => catalogs.find((one) => lockKey(one) === catalog)?.packages.find((one) => one.name === name);
}

/** The cluster with the content of its catalogs, and nothing installed. */
function offering(
  { documents, cluster }: Pick<Input, 'cluster' | 'documents'>,
  blobs: readonly ParsedDocument[],
  { kubeVersion, globalCatalogNamespace }: Pick<LockOptions, 'kubeVersion' | 'globalCatalogNamespace'>,
): Cluster {
  const read = readCluster(documents, { catalogs: blobs, kubeVersion, globalCatalogNamespace }).cluster;
  // The catalogs contain only the requested packages.
  const catalogs = read.catalogs.map(({ isWhole: _, ...catalog }) => catalog);
  return {
    ...read,
    catalogs,
    clusterServiceVersions: [],
    subscriptions: cluster.subscriptions,
    clusterExtensions: cluster.clusterExtensions,
  };
}

/** The parts of a cluster that the resolver reads, and the content of its catalogs with the bundle folders of the input. */
import { groupBy } from '../../base/kubernetes/object.js';
import { folderPackages } from '../catalog/folder-packages.js';
import { installedAnnotation } from '../dependencies/properties.js';
import type { BundleOutline } from '../model/bundle.js';
import type { Catalog, CatalogBundle, Package } from '../model/catalog.js';
import { catalogKey, isClusterCatalog } from '../model/find-catalog.js';
import type { ResolverCluster, ResolverCsv, ResolverSubscription } from './resolver-input.js';

/** A new CSV from a bundle; OLM writes the bundle's properties on it. */
export function newCsv(
  { version, replaces, ...named }: Pick<ResolverCsv, 'namespace' | 'name' | 'version' | 'replaces'>,
  bundle: CatalogBundle | undefined,
): ResolverCsv {
  return {
    ...named,
    labels: {},
    annotations: installedAnnotation(bundle?.properties ?? []),
    ownedCRDs: [],
    requiredCRDs: [],
    ownedAPIServices: [],
    requiredAPIServices: [],
    phase: 'Succeeded',
    ...(version === undefined ? {} : { version }),
    ...(replaces === undefined ? {} : { replaces }),
    ...(bundle?.source ? { source: bundle.source } : {}),
  };
}

/** The cluster before its Subscriptions install anything, with bundle folders and nameless catalogs in its catalogs. */
export function asGiven(cluster: ResolverCluster): ResolverCluster {
  return {
    ...cluster,
    clusterServiceVersions: cluster.clusterServiceVersions.filter(({ isResolved }) => !isResolved),
    catalogs: offersOf(cluster),
    bundles: [],
  };
}

/**
 * The content of each catalog. Every catalog in a Subscription gets the packages that no named catalog has: bundle folders and nameless
 * file-based catalogs replace catalogs outside of the input.
 */
function offersOf({ catalogs, bundles, subscriptions }: ResolverCluster): readonly Catalog[] {
  const named = catalogs.filter((one) => one.name !== '' && !isClusterCatalog(one));
  const offered = new Set(named.flatMap(({ packages }) => packages.map(({ name }) => name)));
  const all = catalogs.flatMap(({ name, packages }) => (name === '' ? packages : []));
  const guessed = groupBy(all, ({ name }) => name);
  // Nothing says from which one of several catalogs a package of all of them comes.
  const nameless = [...guessed.values()].flatMap((same) => (same.length === 1 ? same : [])).filter(({ name }) => !offered.has(name));
  for (const name of guessed.keys()) offered.add(name);
  const inFolders = folderPackages([...bundles, ...pinnedWithoutPackage(bundles, subscriptions)]).filter(({ name }) => !offered.has(name));
  const standIns: readonly Package[] = [...nameless, ...inFolders];
  if (standIns.length === 0) return named;
  const known = new Map(named.map((catalog) => [catalogKey(catalog), catalog]));
  for (const { catalogSourceNamespace: namespace, catalogSource: name } of subscriptions) {
    const key = catalogKey({ namespace, name });
    const catalog = known.get(key) ?? { namespace, name, packages: [], known: false };
    if (catalog.disabledBy || catalog.packages.includes(standIns[0] as Package)) continue;
    known.set(key, { ...catalog, packages: [...catalog.packages, ...standIns], known: true });
  }
  return [...known.values()];
}

/** The bundles without a package name, each with the package of the Subscription that pins the bundle. */
function pinnedWithoutPackage(bundles: readonly BundleOutline[], subscriptions: readonly ResolverSubscription[]): BundleOutline[] {
  return bundles
    .filter(({ packageName }) => packageName === undefined)
    .flatMap((bundle) => {
      const pinning = subscriptions.filter(({ startingCSV }) => startingCSV === bundle.name);
      const packages = [...new Set(pinning.map(({ packageName }) => packageName))];
      const channels = [...new Set(pinning.map(({ channel = 'stable' }) => channel))];
      return packages.map((packageName) => ({ ...bundle, packageName, channels }));
    });
}

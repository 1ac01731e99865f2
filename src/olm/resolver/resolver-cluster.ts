/** What the resolver looks at of a cluster, and what its catalogs offer with the bundle folders of the input. */

import { folderPackages } from '../catalog/folder-packages.js';
import { type DescribedCsv, installedAnnotation } from '../dependencies/properties.js';
import type { BundleOutline } from '../model/bundle.js';
import { type Catalog, type CatalogBundle, catalogKey, isClusterCatalog, type Package } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { Subscription } from '../model/subscription.js';

/** A Subscription, which OLM may have written. */
export type ResolverSubscription = Omit<Subscription, 'manifest' | 'source' | 'config' | 'csv'> &
  Partial<Pick<Subscription, 'source'>> & {
    /** Its operator is not known: it asks for what is not at hand. OLM resolves it, and nobody can say to what. */
    readonly isUnknown?: true;
  };

/** A CSV that is there. */
export interface ResolverCsv
  extends DescribedCsv,
    Pick<ClusterServiceVersion, 'namespace' | 'labels' | 'replaces' | 'phase' | 'notUpgradeable' | 'source' | 'isResolved'> {
  /** The package of the Subscription that it answers, where its status does not say so. */
  readonly packageName?: string;
}

/** Everything that is resolved. A Cluster is one. */
export interface ResolverCluster extends Pick<Cluster, 'catalogs' | 'operatorGroups' | 'bundles' | 'globalCatalogNamespace'> {
  readonly subscriptions: readonly ResolverSubscription[];
  readonly clusterServiceVersions: readonly ResolverCsv[];
}

/** A CSV that OLM makes of a bundle, onto which it writes the bundle's properties. */
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

/** The cluster before its Subscriptions install anything, with bundle folders and catalogs without a name among what is offered. */
export function asGiven(cluster: ResolverCluster): ResolverCluster {
  return {
    ...cluster,
    clusterServiceVersions: cluster.clusterServiceVersions.filter(({ isResolved }) => !isResolved),
    catalogs: offersOf(cluster),
    bundles: [],
  };
}

/**
 * What each catalog offers. What no named catalog offers can be asked of each that a Subscription names: folders, and
 * file-based catalogs without a name, stand in for what is not in the input.
 */
function offersOf({ catalogs, bundles, subscriptions }: ResolverCluster): readonly Catalog[] {
  const named = catalogs.filter((one) => one.name !== '' && !isClusterCatalog(one));
  const offered = new Set(named.flatMap(({ packages }) => packages.map(({ name }) => name)));
  const nameless = catalogs.flatMap(({ name, packages }) => (name === '' ? packages : [])).filter(({ name }) => !offered.has(name));
  for (const { name } of nameless) offered.add(name);
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

/** A bundle that names no package is of the one that the Subscription names which asks for it by name. */
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

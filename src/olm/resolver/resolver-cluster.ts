/** The parts of a cluster that the resolver reads, and the content of its catalogs with the bundle folders of the input. */
import { groupBy } from '../../base/kubernetes/object.js';
import { folderPackages } from '../catalog/folder-packages.js';
import { type DescribedCsv, installedAnnotation } from '../dependencies/properties.js';
import type { BundleOutline } from '../model/bundle.js';
import type { Catalog, CatalogBundle, Package } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { catalogKey, isClusterCatalog } from '../model/find-catalog.js';
import type { Subscription } from '../model/subscription.js';
import type { PlanFailure } from '../rules/install-plan/plan-failure.js';

/** A Subscription; OLM may have created it. */
export type ResolverSubscription = Omit<Subscription, 'manifest' | 'source' | 'config' | 'csv'> &
  Partial<Pick<Subscription, 'source'>> & {
    /** Whether its operator is unknown: OLM can resolve it, but the result is not known here. */
    readonly isUnknown?: true;
  };

/** An existing CSV. */
export interface ResolverCsv
  extends DescribedCsv,
    Pick<ClusterServiceVersion, 'namespace' | 'labels' | 'replaces' | 'phase' | 'notUpgradeable' | 'source' | 'isResolved'> {
  /** The package in its Subscription, if the Subscription's status does not name the CSV. */
  readonly packageName?: string;
}

/** The input of the resolver. A Cluster is one. */
export interface ResolverCluster extends Pick<Cluster, 'catalogs' | 'operatorGroups' | 'bundles' | 'globalCatalogNamespace'> {
  readonly subscriptions: readonly ResolverSubscription[];
  readonly clusterServiceVersions: readonly ResolverCsv[];
  /** The steps of a bundle's InstallPlan that fail. @default not judged */
  readonly planFailures?: (bundle: OfferedBundle) => readonly PlanFailure[];
  /** Why a bundle does not run in a namespace, whatever else is installed. @default every bundle runs */
  readonly holdOf?: (bundle: OfferedBundle, namespace: string) => Hold | undefined;
}

/** A version that does not run, so that OLM resolves its namespace no further. */
export interface Hold {
  /** The object that fails: without a finished InstallPlan, the version before it is not replaced. */
  readonly at: 'InstallPlan' | 'ClusterServiceVersion';
  /** In OLM's words. */
  readonly message: string;
  readonly fix: string;
}

/** A bundle that a resolution installs. */
export interface OfferedBundle {
  readonly name: string;
  readonly package: string;
  /** `namespace/name`. */
  readonly catalog: string;
  readonly replaces?: string;
}

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

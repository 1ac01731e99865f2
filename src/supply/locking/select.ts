/** Selects the bundle of each Subscription and ClusterExtension in a cluster, starting from the last lock. */

import { namespacedName } from '../../base/kubernetes/object.js';
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import { requestOf } from '../../olm/lock/extension-request.js';
import type { LockedExtension, LockedSubscription, LockFile } from '../../olm/lock/lock-file.js';
import type { Selection } from '../../olm/lock/lock-of.js';
import { withoutBroken } from '../../olm/model/broken-catalog.js';
import type { Catalog } from '../../olm/model/catalog.js';
import type { Cluster } from '../../olm/model/cluster.js';
import { catalogAsked, catalogAt, catalogKey, isClusterCatalog, packageOf, statedVersion } from '../../olm/model/find-catalog.js';
import type { Subscription } from '../../olm/model/subscription.js';
import type { UnknownOperator } from '../../olm/model/unknown-operator.js';
import { asGiven, newCsv } from '../../olm/resolver/resolver-cluster.js';
import type { ResolverCsv } from '../../olm/resolver/resolver-input.js';
import { type UpgradePath, upgradePaths } from '../../olm/resolver/upgrade-path.js';
import { chooserFor } from '../../olm/subscriptions/choose.js';
import { chooseBundle } from '../../olm/subscriptions/choose-extension.js';
import { decided, resolveSubscriptions } from '../../olm/subscriptions/resolve-subscriptions.js';

/** The packages that may move: none that still match, these, or all. */
export type Moving = 'nothing' | 'all' | ReadonlySet<string>;

/** The selected bundles, and the unknown ones. */
export interface Selected extends Selection {
  /** Problems of content that a catalog lacks. */
  readonly problems: readonly UnlocatedProblem[];
  /** Operators that their catalogs lack. */
  readonly absent: readonly UnknownOperator[];
}

/**
 * Selects the bundles of an input.
 *
 * @param given the cluster as read, with the content of its catalogs, and nothing installed
 * @param previous the lock to start from
 */
export function select(given: Cluster, previous: LockFile | undefined, moving: Moving, dependencies = true): Selected {
  const offering = asGiven(given);
  const known = new Set(given.catalogs.filter((catalog) => catalog.known).map(catalogKey));
  const judged = given.subscriptions.filter((one) => known.has(catalogAsked(one)));
  const starts = new Map(judged.flatMap((one) => startOf(one, previous, offering.catalogs)));
  const isFixed = fixed(given.subscriptions);
  const ends = new Map([
    ...followed(judged, starts, moving, offering),
    ...fromStart(
      judged.filter((one) => one.startingCSV !== undefined && !isFixed(one)),
      starts,
      moving,
      offering,
    ),
  ]);
  const choose = chooserFor({ catalogs: given.catalogs, clusterServiceVersions: [] }, offering.catalogs);
  const alone = judged.map((one) => {
    const moved = ends.get(namespacedName(one))?.end;
    const pin = isFixed(one) ? one.startingCSV : (moved ?? one.startingCSV ?? starts.get(namespacedName(one))?.csv);
    return choose(pin === undefined ? one : { ...one, startingCSV: pin });
  });
  const { brought } = resolveSubscriptions(alone, { ...offering, clusterServiceVersions: [] });
  const subscriptions = alone.flatMap((choice): LockedSubscription[] => {
    const { subscription, csv: chosen, from } = decided(choice, brought, offering.catalogs);
    const { namespace, name, packageName, channel } = subscription;
    if (chosen === undefined || !from) return [];
    const catalog = lockName(catalogKey(from));
    const via = versionsBetween(chosen, ends.get(namespacedName(subscription)), starts.get(namespacedName(subscription)), from);
    return [
      {
        namespace,
        name,
        catalog,
        package: packageName,
        ...(channel === undefined ? {} : { channel }),
        csv: chosen,
        ...(via.length === 0 ? {} : { via }),
      },
    ];
  });
  const isLocked = new Set(subscriptions.map(namespacedName));
  const { clusterExtensions, problems: ofExtensions } = extensionsOf(given, previous, moving);
  const extensions = new Set(clusterExtensions.map(({ name }) => name));
  return {
    subscriptions,
    clusterExtensions,
    notLocked: [
      ...given.subscriptions
        .filter((one) => !isLocked.has(namespacedName(one)))
        .map((one) => ({ namespace: one.namespace, name: one.name, package: one.packageName, catalog: catalogAsked(one) })),
      ...given.clusterExtensions
        .filter(({ name }) => !extensions.has(name))
        .map(({ name, packageName }) => ({ name, package: packageName })),
    ],
    dependencies: dependencies ? dependenciesOf(brought) : [],
    problems: [...alone.flatMap(({ problem }) => problem ?? []), ...ofExtensions],
    absent: alone.flatMap(({ unknown, problem }) => (unknown && !problem ? unknown : [])),
  };
}

/** The bundles that no Subscription asks for. */
function dependenciesOf(brought: ReturnType<typeof resolveSubscriptions>['brought']): Selected['dependencies'] {
  return brought
    .filter(({ askedForBy }) => askedForBy.length === 0)
    .map(({ namespace, package: of, catalog, name, neededBy }) => ({
      namespace,
      package: of,
      catalog: lockName(catalog),
      csv: name,
      neededBy: [...neededBy].sort(),
    }));
}

/** The bundles that OLM v1 chooses from ClusterCatalogs; a bundle of the last lock stays if it still matches. */
function extensionsOf(
  { catalogs, clusterExtensions }: Cluster,
  previous: LockFile | undefined,
  moving: Moving,
): { readonly clusterExtensions: readonly LockedExtension[]; readonly problems: readonly UnlocatedProblem[] } {
  const offers = { catalogs: catalogs.filter(isClusterCatalog), folders: [] };
  const chosen = clusterExtensions.map((extension) => {
    const { name, packageName } = extension;
    const last = previous?.clusterExtensions?.find((one) => one.name === name && one.package === packageName);
    const stays = last && !moves(packageName, moving) ? chooseBundle(extension, offers, last.bundle) : 'unknown';
    return { extension, choice: stays !== 'unknown' && 'name' in stays ? stays : chooseBundle(extension, offers) };
  });
  return {
    clusterExtensions: chosen.flatMap(({ extension, choice }) => {
      if (choice === 'unknown' || !('name' in choice)) return [];
      const { name, packageName } = extension;
      return [{ name, catalog: choice.catalog.name, package: packageName, ...requestOf(extension), bundle: choice.name }];
    }),
    problems: chosen.flatMap(({ choice }) => (choice !== 'unknown' && 'problem' in choice ? [choice.problem] : [])),
  };
}

/** The name of a catalog in a lock: a catalog of OLM v1 has no namespace. */
function lockName(key: string): string {
  return key.startsWith('/') ? key.slice(1) : key;
}

function moves(packageName: string, moving: Moving): boolean {
  return moving === 'all' || (moving !== 'nothing' && moving.has(packageName));
}

/** The last lock's entry of a Subscription if it still matches: the same package, catalog and channel, which still has the bundle. */
function startOf(one: Subscription, previous: LockFile | undefined, catalogs: readonly Catalog[]): [string, LockedSubscription][] {
  const last = previous?.subscriptions?.find(({ namespace, name }) => namespace === one.namespace && name === one.name);
  if (!last || last.package !== one.packageName || last.catalog !== catalogAsked(one)) return [];
  const offered = packageOf(catalogAt(catalogs, last.catalog), last.package);
  const channel = offered?.channels.find(({ name }) => name === (one.channel ?? offered.defaultChannel));
  const isThere = channel?.entries.some(({ name }) => name === last.csv) && offered?.bundles.has(last.csv);
  return isThere ? [[namespacedName(one), last]] : [];
}

/** The versions to which the update graph leads from the last lock. Operators that do not move keep theirs. */
function followed(
  subscriptions: readonly Subscription[],
  starts: ReadonlyMap<string, LockedSubscription>,
  moving: Moving,
  offering: ReturnType<typeof asGiven>,
): ReadonlyMap<string, Way> {
  const installed = subscriptions.flatMap((one): ResolverCsv[] => {
    const start = starts.get(namespacedName(one));
    return start ? [csvOf(start, offering.catalogs)] : [];
  });
  const asking = subscriptions.flatMap((one) => {
    const start = starts.get(namespacedName(one));
    // Without an approval, OLM leaves the locked version for the head of another channel.
    const isLeft = one.installPlanApproval !== 'Manual' && one.channel !== undefined && one.channel !== start?.channel;
    const isMoved = start !== undefined && (isLeft || moves(one.packageName, moving));
    return isMoved && one.startingCSV === undefined ? [{ ...one, installedCSV: start.csv, currentCSV: start.csv }] : [];
  });
  const catalogs = offering.catalogs.map(withoutBroken);
  return new Map(upgradePaths({ ...offering, catalogs, subscriptions: asking, clusterServiceVersions: installed }).flatMap(wayOf));
}

function wayOf({ namespace, subscription: name, steps, end, generated }: UpgradePath): [string, Way][] {
  return end === undefined || generated
    ? []
    : [[namespacedName({ namespace, name }), { end, via: steps.slice(0, -1).map(({ to }) => to) }]];
}

/** Whether a startingCSV stays: some Subscription of its namespace has Manual approval. */
function fixed(all: readonly Subscription[]): (one: Subscription) => boolean {
  const manual = new Set(all.filter(({ installPlanApproval }) => installPlanApproval === 'Manual').map(({ namespace }) => namespace));
  return ({ namespace, startingCSV }) => startingCSV !== undefined && manual.has(namespace);
}

/** The versions that a startingCSV leads to with Automatic approval, but no further than the last lock where nothing moves. */
function fromStart(
  starting: readonly Subscription[],
  starts: ReadonlyMap<string, LockedSubscription>,
  moving: Moving,
  offering: ReturnType<typeof asGiven>,
): [string, Way][] {
  const catalogs = offering.catalogs.map(withoutBroken);
  const paths = upgradePaths({ ...offering, catalogs, subscriptions: starting, clusterServiceVersions: [] });
  return paths.flatMap(wayOf).map(([name, { end, via }]) => {
    const last = starts.get(name);
    const [start, ...later] = [...via, end];
    const until = last && !moves(last.package, moving) ? later.indexOf(last.csv) : -1;
    return [name, until === -1 ? { end, via } : { end: last?.csv ?? end, via: [start ?? end, ...later.slice(0, until)] }];
  });
}

/** The last version of a Subscription, and the versions on the way to it. */
interface Way {
  readonly end: string;
  readonly via: readonly string[];
}

/** The versions on the way to the chosen one: those of this move, or else those of the last lock that the catalog still has. */
function versionsBetween(chosen: string, way: Way | undefined, start: LockedSubscription | undefined, { packages }: Catalog): string[] {
  if (way?.end === chosen && way.via.length > 0) return [...way.via];
  if (start?.csv !== chosen) return [];
  const offered = packages.find(({ name }) => name === start.package);
  return (start.via ?? []).filter((csv) => offered?.bundles.has(csv));
}

function csvOf({ namespace, csv, catalog, package: of }: LockedSubscription, catalogs: readonly Catalog[]): ResolverCsv {
  const bundle = packageOf(catalogAt(catalogs, catalog), of)?.bundles.get(csv);
  return newCsv({ namespace, name: csv, version: statedVersion(bundle) }, bundle);
}

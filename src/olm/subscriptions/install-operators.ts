/** Installs the operators of Subscriptions and ClusterExtensions in a cluster. */
import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { isError, stops, type UnlocatedProblem } from '../../base/manifest/problem.js';
import { factBundle } from '../catalog/csv-metadata.js';
import { folderPackages } from '../catalog/folder-packages.js';
import { catalogProblems } from '../model/broken-catalog.js';
import type { Bundle, BundleOutline, InstalledBundle } from '../model/bundle.js';
import type { Catalog, Channel, Package } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { cluster } from '../model/cluster-of-parts.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { catalogAsked, catalogAt, packageOf } from '../model/find-catalog.js';
import { unknownOperator } from '../model/operator-not-known.js';
import type { Subscription } from '../model/subscription.js';
import type { StaleLock, UnknownOperator } from '../model/unknown-operator.js';
import { isWhole } from '../model/whole-bundle.js';
import { addBundles } from '../read/add-bundles.js';
import { readingOf } from '../read/reading.js';
import { addPlatform } from '../read/surroundings.js';
import { resolveAll } from '../resolver/resolve.js';
import { asGiven } from '../resolver/resolver-cluster.js';
import type { ResolverCluster } from '../resolver/resolver-input.js';
import { type Folders, type ManifestsOf, packageContent } from './bundle-content.js';
import { brokenOffer, type Choice, chooserFor, mayBeInstalled, packageAbsent, refusedChoice } from './choose.js';
import { withBundle } from './extension-bundle.js';
import { holdsIn } from './holds.js';
import { type Brought, decided, resolveSubscriptions, stayingOf } from './resolve-subscriptions.js';
import { withShadowed } from './shadowed.js';

// Misplaced CatalogSource: a Subscription also names the namespace of its CatalogSource.

/**
 * The problem of a Subscription whose CatalogSource is in the input, but only in another namespace. A CatalogSource outside of the
 * input can still be in the cluster.
 */
function misplacedCatalogSource(
  { catalogSource, catalogSourceNamespace, namespace, source }: Subscription,
  catalogs: readonly Catalog[],
): UnlocatedProblem[] {
  const wanted = catalogSourceNamespace || namespace;
  const namespaces = catalogs.filter(({ name, source: declared }) => declared && name === catalogSource).map((found) => found.namespace);
  if (namespaces.length === 0 || namespaces.includes(wanted)) return [];
  return [
    {
      code: 'CATALOG_NOT_FOUND',
      message: `the CatalogSource ${catalogSource} is not in the namespace ${wanted}`,
      found: wanted,
      expected: namespaces.join(' or '),
      fix: `correct spec.sourceNamespace, or move the CatalogSource`,
      source,
      at: ['spec', 'sourceNamespace'],
    },
  ];
}

interface Broken {
  readonly packageName?: string;
  readonly name?: string;
}

/** The sources of operators. */
export interface OperatorInputs {
  /** Reads a chosen bundle with all its manifests. @default it is one of the cluster's bundles */
  readonly manifestsOf?: ManifestsOf | undefined;
  /** The names of packages whose bundles were not read, because nothing requests them. */
  readonly unreadPackages?: readonly string[] | undefined;
  /** The bundle folders with an error: their packages, and their names if these are certain. */
  readonly broken?: (() => readonly Broken[]) | undefined;
  /** The locked CSV of a Subscription, if several versions of its operator are locked. */
  readonly lockedCsv?: ((subscription: Subscription) => string | undefined) | undefined;
  /** The difference between a Subscription and the request that the lock was made for. */
  readonly staleAt?: ((subscription: Subscription, image?: string) => StaleLock | undefined) | undefined;
  /** The same for a ClusterExtension. */
  readonly staleExtension?: ((extension: ClusterExtension) => StaleLock | undefined) | undefined;
  /** For a Subscription whose locked catalog lacked the package: the packages of the catalog, the nearest first. */
  readonly absentAt?: ((subscription: Subscription) => readonly string[] | undefined) | undefined;
  /** Adds what only files show, before operators are installed. @default nothing */
  readonly prepared?: ((given: Cluster) => Cluster) | undefined;
  /** Whether required operators are installed, too. @default true */
  readonly dependencies?: boolean | undefined;
}

/**
 * The cluster with its operators.
 *
 * @param given the cluster as read
 */
export function installOperators(
  given: Cluster,
  {
    manifestsOf = wholeBundles(given),
    unreadPackages: unread = [],
    broken = () => [],
    dependencies = true,
    lockedCsv,
    staleAt,
    staleExtension,
    absentAt,
  }: OperatorInputs = {},
): { readonly cluster: Cluster; readonly problems: readonly UnlocatedProblem[] } {
  const offering = asGiven(given);
  const folders: Folders = {
    names: new Set(given.bundles.map(({ name }) => name)),
    manifestsOf,
    isBroken: (name) => broken().some((one) => one.name === name),
  };
  const choose = chooserFor(given, offering.catalogs, unread);
  const alone = chosenAlone(given, choose, offering, { lockedCsv, staleAt, absentAt, broken });
  const complaints = [...problemsOfCatalogs(given.catalogs, alone, offering.catalogs), ...alone.flatMap(({ problem }) => problem ?? [])];
  const pinned = withStart(given);
  const { brought, notes, unresolved } =
    alone.length > 0 && !complaints.some(stops)
      ? resolveSubscriptions(
          alone,
          { ...offering, ...holdsIn(given, offering.catalogs, folders) },
          {
            starts: ({ subscription, stale }) => !stale && pinned.has(namespacedName(subscription)),
            mayBeOwn: (csv) => given.isDump !== true && alone.some((one) => mayBeInstalled(csv, one.subscription, offering.catalogs)),
          },
        )
      : { brought: [], notes: [], unresolved: [] };

  const choices = alone.map((choice) => contentOf(decided(choice, brought, offering.catalogs), folders));
  const along = dependencies ? brought.filter(({ askedForBy }) => askedForBy.length === 0) : [];
  const staying = stayingOf(brought).filter((one) => !along.includes(one));
  const needed = [...along, ...staying].map((one) => neededContent(one, alone, offering.catalogs, folders));
  const installed = [...once(choices.flatMap(({ installed: own = [] }) => own)), ...needed.flatMap(({ installed: own = [] }) => own)];
  const offers = extensionOffers(given);
  const reading = readingOf({
    ...given,
    subscriptions: choices.map(({ csv }, index) => withCsv(given.subscriptions[index] as Subscription, csv)),
    clusterExtensions: given.clusterExtensions.map((extension) =>
      withBundle(extension, offers, unread, folders, staleExtension?.(extension)),
    ),
    unknownOperators: [...choices, ...needed].flatMap(({ unknown = [] }) => unknown),
    resolverNotes: notes,
    unresolvedNamespaces: [...unresolved, ...inConflict(alone)],
  });
  addBundles(installed, reading);
  reading.parts.clusterServiceVersions = withShadowed(reading.parts.clusterServiceVersions).map((csv) => heldBack(csv, given));
  reading.parts.bundles = withUsed(given, installed, folders);
  if (given.platform) addPlatform(given.platform, reading);
  const problems = [...complaints, ...[...choices, ...needed].flatMap((one) => one.problems), ...reading.problems];
  return { cluster: cluster(reading.parts), problems };
}

function withCsv(subscription: Subscription, csv: string | undefined): Subscription {
  return csv === undefined ? subscription : { ...subscription, csv };
}

/** The choice of each Subscription by itself: from the lock or the catalogs, without stale locks, broken bundles and conflicts. */
function chosenAlone(
  { subscriptions, catalogs }: Cluster,
  choose: (subscription: Subscription) => Choice,
  offering: ResolverCluster,
  { lockedCsv, staleAt, absentAt, broken = () => [] }: Pick<OperatorInputs, 'lockedCsv' | 'staleAt' | 'absentAt' | 'broken'>,
): readonly Choice[] {
  const found = subscriptions
    .map((subscription) => atLocked(choose(subscription), lockedCsv, choose))
    .map((choice) => withoutStale(choice, catalogs, staleAt, choose))
    .map((choice) => notInLocked(choice, absentAt))
    .map((choice) => withoutBroken(choice, broken(), catalogs));
  return withoutConflicts(found, catalogs, offering);
}

/** The bundles that ClusterExtensions choose from. */
export function extensionOffers({ catalogs, bundles, isOpenShift, isPartlyRead }: Cluster) {
  return { catalogs, folders: folderPackages(bundles), isOpen: isOpenShift || isPartlyRead === true };
}

/** The namespaces whose Subscriptions contradict each other, or their catalogs: OLM installs all Subscriptions of a namespace, or none. */
function inConflict(choices: readonly Choice[]): string[] {
  return choices.flatMap(({ subscription, problem }) =>
    problem && STOPS_ITS_NAMESPACE.test(problem.code) ? [subscription.namespace] : [],
  );
}

const STOPS_ITS_NAMESPACE = /^SUBSCRIPTION_CONFLICT$|^(?:PACKAGE|CHANNEL|BUNDLE)_NOT_FOUND$/;

/** The Subscriptions with a startingCSV. A lock pins versions, too, and OLM does not start at those. */
function withStart({ subscriptions }: Cluster): ReadonlySet<string> {
  return new Set(subscriptions.filter(({ startingCSV }) => startingCSV !== undefined).map(namespacedName));
}

/** What is wrong with catalogs, with the Subscriptions that are not judged for it. */
function problemsOfCatalogs(
  given: readonly Catalog[],
  choices: readonly Choice[],
  offering: readonly Catalog[],
): readonly UnlocatedProblem[] {
  const waiting = new Map<Package | Channel, string[]>();
  for (const { subscription, unknown, problem } of choices) {
    const broken = unknown && !problem ? brokenOffer(subscription, offering) : undefined;
    if (broken) waiting.set(broken, [...(waiting.get(broken) ?? []), namespacedName(subscription)]);
  }
  const bySubscriptions = new Map(
    [...waiting].flatMap(([{ problems = [] }, names]) => problems.map((problem) => [problem, names.join(', ')] as const)),
  );
  const told = given.flatMap(catalogProblems).map((problem): UnlocatedProblem => {
    const names = bySubscriptions.get(problem);
    return names === undefined ? problem : { ...problem, fix: `${problem.fix}; until then Subscription ${names} is not judged` };
  });
  // One blob can be a CatalogSource's and a ClusterCatalog's.
  const byPlace = groupBy(told, ({ code, source: { file, document }, at }) => JSON.stringify([code, file, document, at]));
  return [...byPlace.values()].map((same) => same.find(isError) ?? same[0]);
}

export function wholeBundles({ bundles }: Cluster): (name: string) => Bundle | undefined {
  const whole = new Map(bundles.filter(isWhole).map((bundle) => [bundle.name, bundle]));
  return (name) => whole.get(name);
}

/** The choice with the locked version: a channel has one head for all Subscriptions, but a lock can have several versions. */
function atLocked(choice: Choice, lockedCsv: OperatorInputs['lockedCsv'], choose: (subscription: Subscription) => Choice): Choice {
  const { subscription, csv, from } = choice;
  const locked = from && subscription.startingCSV === undefined ? lockedCsv?.(subscription) : undefined;
  return locked === undefined || locked === csv ? choice : choose({ ...subscription, startingCSV: locked });
}

/** Replaces a choice from a stale lock: the locked version stays installed, and the requested one is not known. */
function withoutStale(
  choice: Choice,
  catalogs: readonly Catalog[],
  staleAt: OperatorInputs['staleAt'],
  choose: (subscription: Subscription) => Choice,
): Choice {
  const { subscription, csv, from } = choice;
  // A CSV of the input is installed, whatever the lock has.
  if (csv !== undefined && !from) return choice;
  const image = catalogAt(catalogs, catalogAsked(subscription))?.image;
  const stale = staleAt?.(subscription, image);
  if (!stale) return choice;
  const open = { ...unknownOperator(subscription, 'stale'), stale };
  const installed = stale.installs && choose({ ...subscription, ...stale.installs });
  return installed?.from ? { ...installed, stale: open } : { subscription, unknown: open };
}

function notInLocked(choice: Choice, absentAt: OperatorInputs['absentAt']): Choice {
  const { subscription, unknown } = choice;
  const names = unknown && unknown.why !== 'refused' ? absentAt?.(subscription) : undefined;
  return names ? packageAbsent(subscription, names) : choice;
}

/** The choice if a version cannot be read: OLM may take that version, unless the Subscription names another, or a catalog determines it. */
function withoutBroken(choice: Choice, broken: readonly Broken[], catalogs: readonly Catalog[]): Choice {
  const { subscription, csv, unknown } = choice;
  const { packageName, startingCSV } = subscription;
  const isFree = choice.from ? startingCSV !== csv : unknown !== undefined && unknown.why !== 'refused';
  const isOffered = catalogs.some(({ packages }) => packages.some(({ name }) => name === packageName));
  if (!isFree || isOffered || !broken.some((one) => one.name === undefined && one.packageName === packageName)) return choice;
  return { subscription, unknown: unknownOperator(subscription, 'refused') };
}

/** The choices without conflicts: a Subscription in conflict with an earlier one, or with its CatalogSource, installs nothing. */
function withoutConflicts(choices: readonly Choice[], catalogs: readonly Catalog[], offering: ResolverCluster): readonly Choice[] {
  const bringing = choices.filter(({ from }) => from);
  const found = [
    ...subscriptionConflicts(bringing, offering),
    ...bringing.flatMap(({ subscription }) => misplacedCatalogSource(subscription, catalogs)),
  ];
  const bySubscription = new Map(found.toReversed().map((problem) => [problem.source, problem]));
  return choices.map((choice) => {
    const problem = choice.from && bySubscription.get(choice.subscription.source);
    return problem ? refusedChoice(choice.subscription, problem) : choice;
  });
}

/** An installation with its manifests, or the reasons why it is impossible. */
interface Installing extends Omit<Choice, 'unknown' | 'stale'> {
  readonly installed?: readonly InstalledBundle[];
  readonly unknown?: readonly UnknownOperator[];
  readonly problems: readonly UnlocatedProblem[];
}

function contentOf({ subscription, csv = '', from, unknown, stale, replaces, ...choice }: Choice, folders: Folders): Installing {
  if (!from) return { subscription, ...(csv ? { csv } : {}), ...choice, ...(unknown ? { unknown: [unknown] } : {}), problems: [] };
  const { bundle, problems } = packageContent(csv, subscription.packageName, from, folders);
  const why = folders.isBroken(csv) ? 'refused' : 'content';
  const offered = packageOf(from, subscription.packageName)?.bundles.get(csv);
  const facts = offered && factBundle(offered);
  if (!bundle) {
    const unknownContent = { ...unknownOperator(subscription, why), bundle: csv, ...(facts ? { facts } : {}) };
    return { subscription, problems, unknown: [unknownContent] };
  }
  return {
    subscription,
    csv: bundle.name,
    problems,
    ...(stale ? { unknown: [stale] } : {}),
    installed: [{ bundle, namespace: subscription.namespace, isResolved: true, ...(replaces === undefined ? {} : { replaces }) }],
  };
}

function neededContent(
  { namespace, name, package: packageName, catalog, neededBy: needing, askedForBy, outranked }: Brought,
  alone: readonly Choice[],
  catalogs: readonly Catalog[],
  folders: Folders,
): Pick<Installing, 'installed' | 'unknown' | 'problems'> {
  const from = catalogAt(catalogs, catalog);
  const neededBy = askedForBy.length > 0 ? {} : { neededBy: needing };
  // A Subscription of the namespace gets the problems of the dependency.
  const asking = alone.find((choice) => choice.from && choice.subscription.namespace === namespace)?.subscription;
  if (!from || !asking) return { problems: [] };
  const { channel: _, ...unknown } = unknownOperator(
    asking,
    outranked !== undefined ? 'catalog' : folders.isBroken(name) ? 'refused' : 'content',
  );
  if (outranked !== undefined) {
    const [at = '', source = ''] = outranked.split('/');
    return { problems: [], unknown: [{ ...unknown, packageName, catalog: { namespace: at, name: source }, ...neededBy }] };
  }
  const { bundle, problems } = packageContent(name, packageName, from, folders);
  if (bundle) return { problems, installed: [{ bundle, namespace, ...neededBy, isResolved: true }] };
  const { namespace: of, name: catalogName } = from;
  return { problems, unknown: [{ ...unknown, packageName, catalog: { namespace: of, name: catalogName }, bundle: name, ...neededBy }] };
}

/** Each CSV once: Subscriptions that request the same bundle install it only once. */
function once(installed: readonly InstalledBundle[]): InstalledBundle[] {
  return [...new Map(installed.map((one) => [`${one.namespace}/${one.bundle.name}`, one])).values()];
}

/** A CSV with the state of the OperatorCondition of the same name. */
function heldBack(csv: ClusterServiceVersion, { upgradesHeldBack }: Cluster): ClusterServiceVersion {
  const found = csv.isResolved && upgradesHeldBack.find(({ namespace, name }) => namespace === csv.namespace && name === csv.name);
  return found ? { ...csv, notUpgradeable: found.why } : csv;
}

/** All bundles of folders; the used ones with all their manifests. */
function withUsed({ bundles, clusterServiceVersions }: Cluster, installed: readonly InstalledBundle[], folders: Folders): BundleOutline[] {
  const ofCsv = ({ name, bundle }: ClusterServiceVersion): Bundle | undefined =>
    bundle ?? (folders.names.has(name) ? folders.manifestsOf(name) : undefined);
  const used = [...clusterServiceVersions.flatMap((csv) => ofCsv(csv) ?? []), ...installed.map(({ bundle }) => bundle)];
  return [...new Map([...bundles, ...used].map((bundle) => [bundle.name, bundle])).values()];
}

/** A Subscription that installs a bundle, and the name of its CSV. */
interface Bringing {
  readonly subscription: Subscription;
  readonly csv?: string;
}

/**
 * The problems of Subscriptions that OLM cannot resolve together. Two of one package can have a version in common that is not the first
 * choice of both (getSubscriptionVariables and addInvariants of OLM's resolver/resolver.go): where the resolver finds one, they do not
 * conflict.
 *
 * @param bringing Subscriptions with the names of their CSVs, in the order of the input
 */
function subscriptionConflicts(bringing: readonly Bringing[], offering: ResolverCluster): UnlocatedProblem[] {
  const inNamespace = [...groupBy(bringing, ({ subscription }) => subscription.namespace).values()];
  return inNamespace.flatMap((members) => [
    ...[...groupBy(members, ({ subscription }) => subscription.packageName).values()].flatMap((same) => {
      const found = ofOnePackage(same);
      return found.length > 0 && resolvesTogether(members, offering) ? [] : found;
    }),
    ...[...groupBy(members, ({ csv }) => csv).values()].flatMap(withOneCsv),
  ]);
}

function resolvesTogether(members: readonly Bringing[], offering: ResolverCluster): boolean {
  const subscriptions = members.map(({ subscription }) => subscription);
  return resolveAll({ ...offering, subscriptions }).every(({ failure, undecided }) => !failure && !undecided);
}

function ofOnePackage([first, ...more]: readonly [Bringing, ...Bringing[]]): UnlocatedProblem[] {
  return more
    .filter(({ subscription, csv }) => csv !== first.csv || subscription.channel !== first.subscription.channel)
    .map((one) =>
      conflict(
        one,
        first,
        `two Subscriptions in one namespace request the package ${one.subscription.packageName} in different versions or channels`,
      ),
    );
}

function withOneCsv([first, ...more]: readonly [Bringing, ...Bringing[]]): UnlocatedProblem[] {
  return more
    .filter(({ subscription }) => subscription.packageName !== first.subscription.packageName)
    .map((one) => conflict(one, first, `two Subscriptions in one namespace install the same CSV, ${one.csv}`));
}

function conflict({ subscription, csv }: Bringing, first: Bringing, message: string): UnlocatedProblem {
  const { name, channel } = first.subscription;
  return {
    code: 'SUBSCRIPTION_CONFLICT',
    message,
    found: `${csv}; ${first.csv} by Subscription ${name}${channel ? ` from channel ${channel}` : ''}`,
    expected: 'one of them, because OLM installs nothing in a namespace with conflicting Subscriptions',
    fix: `remove this Subscription or ${name}, or move one to another namespace`,
    source: subscription.source,
    at: ['spec', 'name'],
  };
}

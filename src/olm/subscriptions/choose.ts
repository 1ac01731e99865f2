/** Chooses for each Subscription alone: an existing CSV of its namespace, the bundle that OLM tries first, or why it is unknown. */
import { compareText, groupBy } from '../../base/kubernetes/object.js';
import type { Complaint, UnlocatedProblem } from '../../base/manifest/problem.js';
import { isBroken } from '../model/broken-catalog.js';
import type { Catalog, Channel, Package } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { catalogAsked, catalogAt, catalogKey, packageOf } from '../model/find-catalog.js';
import { nearest, nearestFew } from '../model/nearest.js';
import { unknownOperator } from '../model/operator-not-known.js';
import type { Subscription } from '../model/subscription.js';
import type { UnknownOperator } from '../model/unknown-operator.js';
import { type MissingPart, preferredEntry } from '../resolver/subscription-entries.js';

/** The result of a Subscription: a CSV, or an unknown operator. */
export interface Choice {
  readonly subscription: Subscription;
  /** The name of its CSV. */
  readonly csv?: string;
  /** The catalog that offers its bundle. Absent if the CSV already exists. */
  readonly from?: Catalog;
  /** The earlier version that stays next to its CSV. */
  readonly replaces?: string;
  /** The reason why there is no CSV. */
  readonly unknown?: UnknownOperator;
  /** The locked CSV of a stale lock: OLM can install another one. */
  readonly stale?: UnknownOperator;
  /** The problem of this Subscription alone. */
  readonly problem?: UnlocatedProblem;
}

/** The sources of choices. */
export interface Choices {
  /** The CSVs of the input in the Subscription's namespace. */
  readonly given: readonly ClusterServiceVersion[];
  /** The catalogs, including bundle folders. */
  readonly catalogs: readonly Catalog[];
  /** Catalogs that were read themselves, not only replaced by bundle folders, as `namespace/name`. */
  readonly read: ReadonlySet<string>;
  /** The names of packages in unread folders. */
  readonly unread: readonly string[];
  /** Whether people wrote the input: a CSV in it may only look like the installed one, by a name or a label of theirs. @default false */
  readonly isWritten?: boolean;
}

/** Chooses for the Subscriptions of a cluster. @param catalogs the catalogs, including bundle folders */
export function chooserFor(
  given: Pick<Cluster, 'catalogs' | 'clusterServiceVersions' | 'isDump'>,
  catalogs: readonly Catalog[],
  unread: readonly string[] = [],
): (subscription: Subscription) => Choice {
  const inNamespace = groupBy(given.clusterServiceVersions, ({ namespace }) => namespace);
  const read = new Set(given.catalogs.filter(({ known }) => known).map(catalogKey));
  const isWritten = given.isDump !== true;
  return (subscription) =>
    chooseAlone(subscription, { given: inNamespace.get(subscription.namespace) ?? [], catalogs, read, unread, isWritten });
}

/** The result of one Subscription alone. */
export function chooseAlone(subscription: Subscription, { given, catalogs, read, unread, isWritten }: Choices): Choice {
  const installed = installedCsv(subscription, given);
  if (installed !== undefined && !isWritten) return { subscription, csv: installed };
  // The problem is the catalog's, and is reported there.
  if (brokenOffer(subscription, catalogs)) return { subscription, unknown: unknownOperator(subscription, 'refused') };
  const undecided = withoutDefaultChannel(subscription, catalogs);
  if (undecided) return refusedChoice(subscription, undecided);
  const preferred = preferredEntry(subscription, catalogs);
  if ('missing' in preferred) {
    const choice = without(preferred.missing, subscription, { catalogs, read, unread });
    if (installed === undefined) return choice;
    // OLM goes on from this CSV to what the catalog has: only an approval that nobody gives keeps it.
    const stays = subscription.installPlanApproval === 'Manual' && installed === subscription.startingCSV;
    return stays ? { subscription, csv: installed } : { ...choice, csv: installed };
  }
  const { name, from } = preferred;
  return !isWritten && given.some((csv) => csv.name === name) ? { subscription, csv: name } : { subscription, csv: name, from };
}

/** The existing CSV, which stays in a snapshot of a cluster, whatever a catalog contains now. */
function installedCsv(subscription: Subscription, given: readonly ClusterServiceVersion[]): string | undefined {
  const { installedCSV, currentCSV, startingCSV, packageName, namespace } = subscription;
  const byName = [installedCSV, currentCSV, startingCSV].find((name) => given.some((csv) => csv.name === name));
  // The label that OLM sets on the parts of an operator.
  const label = `operators.coreos.com/${packageName}.${namespace}`;
  return byName ?? given.find(({ labels }) => Object.hasOwn(labels, label))?.name;
}

/** Whether a CSV can be the installed one of a Subscription: OLM's label says so, or the package has a bundle of this name. */
export function mayBeInstalled(
  { namespace, name, labels }: Pick<ClusterServiceVersion, 'namespace' | 'name' | 'labels'>,
  subscription: Subscription,
  catalogs: readonly Catalog[],
): boolean {
  if (namespace !== subscription.namespace) return false;
  const label = `operators.coreos.com/${subscription.packageName}.${namespace}`;
  const isOffered = packageAsked(subscription, catalogs)?.channels.some(({ entries }) => entries.some((entry) => entry.name === name));
  return name === subscription.startingCSV || Object.hasOwn(labels, label) || isOffered === true;
}

/** The choice of a Subscription that requests something that does not exist. */
export function refusedChoice(subscription: Subscription, problem: UnlocatedProblem): Choice {
  return { subscription, unknown: unknownOperator(subscription, 'refused'), problem: { ...problem, isAlone: true } };
}

/** The choice of a Subscription whose catalog lacks the package. @param names the packages of the catalog, the nearest first */
export function packageAbsent(subscription: Subscription, names: readonly string[]): Choice {
  const { packageName, catalogSource } = subscription;
  return refusedChoice(
    subscription,
    refused(subscription, 'name', {
      code: 'PACKAGE_NOT_FOUND',
      message: `the catalog ${catalogSource} has no package ${packageName}`,
      found: packageName,
      expected: names.length === 0 ? 'a package of the catalog' : `a package of the catalog, such as ${names.join(', ')}`,
      fix: 'correct spec.name or spec.source',
    }),
  );
}

function refused({ source }: Subscription, field: string, complaint: Complaint): UnlocatedProblem {
  return { ...complaint, source, at: ['spec', field] };
}

/** The package of a Subscription, in its catalog. */
function packageAsked(subscription: Subscription, catalogs: readonly Catalog[]): Package | undefined {
  return packageOf(catalogAt(catalogs, catalogAsked(subscription)), subscription.packageName);
}

/** The broken package or channel that a Subscription asks for: of the channels that it can be met from, none is whole. */
export function brokenOffer(subscription: Subscription, catalogs: readonly Catalog[]): Package | Channel | undefined {
  const offered = packageAsked(subscription, catalogs);
  if (!offered) return undefined;
  if (isBroken(offered)) return offered;
  const { channel, startingCSV } = subscription;
  const wanted = offered.channels.filter(({ name, entries }) => {
    if (channel !== undefined) return name === channel;
    return startingCSV === undefined ? name === offered.defaultChannel : entries.some((entry) => entry.name === startingCSV);
  });
  return wanted.every(isBroken) ? wanted[0] : undefined;
}

/** A catalog names a default channel; folders need not. */
function withoutDefaultChannel(subscription: Subscription, catalogs: readonly Catalog[]): UnlocatedProblem | undefined {
  const offered = packageAsked(subscription, catalogs);
  if (!offered || subscription.channel !== undefined || subscription.startingCSV !== undefined) return undefined;
  const isUndecided = offered.channels.every(({ name }) => name !== offered.defaultChannel);
  return isUndecided ? refused(subscription, 'channel', channelNotFound(subscription, offered)) : undefined;
}

function without(part: MissingPart | 'head', subscription: Subscription, offers: Omit<Choices, 'given'>): Choice {
  const offered = packageAsked(subscription, offers.catalogs);
  if (!offered || part === 'catalog' || part === 'package') return withoutPackage(subscription, offers);
  switch (part) {
    case 'channel':
      return refusedChoice(subscription, refused(subscription, 'channel', channelNotFound(subscription, offered)));
    case 'startingCSV':
      return refusedChoice(subscription, refused(subscription, 'startingCSV', versionNotFound(subscription, offered)));
    default:
      return refusedChoice(subscription, refused(subscription, 'channel', noHead(subscription, offered)));
  }
}

/**
 * The choice of a Subscription without its package. Only a whole catalog proves that the package is missing: people store just the packages
 * that they need.
 */
function withoutPackage(subscription: Subscription, { catalogs, read, unread }: Omit<Choices, 'given'>): Choice {
  const { packageName, catalogSource } = subscription;
  const key = catalogAsked(subscription);
  const elsewhere = catalogs.filter(({ packages }) => packages.some(({ name }) => name === packageName));
  const names = elsewhere.map(({ name }) => name);
  const isSlip = elsewhere.length > 0 && (read.has(key) || nearest(catalogSource, names) !== undefined);
  if (isSlip) return refusedChoice(subscription, refused(subscription, 'source', catalogNotFound(subscription, elsewhere)));
  const own = catalogAt(catalogs, key);
  if (own?.disabledBy) return refusedChoice(subscription, refused(subscription, 'source', catalogDisabled(subscription)));
  if (own?.isWhole && !unread.includes(packageName))
    return packageAbsent(
      subscription,
      nearestFew(
        packageName,
        own.packages.map(({ name }) => name),
      ),
    );
  const packages = [...new Set([...catalogs.flatMap((one) => one.packages.map(({ name }) => name)), ...unread])];
  const likely = packages.includes(packageName) ? undefined : nearest(packageName, packages);
  const unknown = unknownOperator(subscription, read.has(key) ? 'package' : 'catalog');
  return { subscription, unknown: { ...unknown, ...(likely === undefined ? {} : { nearest: likely }) } };
}

function catalogDisabled({ catalogSource }: Subscription): Complaint {
  return {
    code: 'CATALOG_NOT_FOUND',
    message: `the OperatorHub of the cluster turns the default source ${catalogSource} off`,
    found: catalogSource,
    expected: 'a catalog that the cluster has',
    fix: 'correct spec.source, or turn the source on in OperatorHub cluster',
  };
}

function catalogNotFound({ packageName, catalogSource }: Subscription, elsewhere: readonly Catalog[]): Complaint {
  return {
    code: 'CATALOG_NOT_FOUND',
    message: `the catalog ${catalogSource} does not offer the package ${packageName}, and others do`,
    found: catalogSource,
    expected: oneOf(
      catalogSource,
      elsewhere.map(({ name }) => name),
    ),
    fix: `correct spec.source, or put the catalog into a folder with the name ${catalogSource}`,
  };
}

function channelNotFound({ channel, packageName }: Subscription, { channels }: Package): Complaint {
  const names = channels.map(({ name }) => name);
  const [first] = names;
  return {
    code: 'CHANNEL_NOT_FOUND',
    message: channel ? `the package ${packageName} has no channel ${channel}` : `the package ${packageName} has no default channel`,
    found: channel ?? 'nothing',
    expected: names.length === 0 ? 'a channel, but the package has none' : oneOf(channel ?? '', names),
    fix: channel ? 'correct spec.channel' : `add spec.channel${first ? `, such as ${first}` : ''}`,
  };
}

function versionNotFound({ startingCSV = '', channel }: Subscription, { channels: all }: Package): Complaint {
  const channels = all.filter(({ name }) => channel === undefined || name === channel);
  const names = (some: readonly Channel[]): string[] => [...new Set(some.flatMap(({ entries }) => entries.map(({ name }) => name)))];
  const elsewhere = all.filter(({ entries }) => entries.some(({ name }) => name === startingCSV)).map(({ name }) => name);
  const where = channels.map(({ name }) => name).sort(compareText);
  return {
    code: 'BUNDLE_NOT_FOUND',
    message: `the ${where.length === 1 ? 'channel' : 'channels'} ${where.join(', ')} ${where.length === 1 ? 'has' : 'have'} no ${startingCSV}`,
    found: startingCSV,
    expected: oneOf(startingCSV, names(channels)),
    fix:
      elsewhere.length > 0 ? `set spec.channel to ${elsewhere.join(' or ')}` : 'correct spec.startingCSV, or add the bundle to the input',
  };
}

function noHead({ packageName, channel }: Subscription, { defaultChannel }: Package): Complaint {
  return {
    code: 'INVALID_CATALOG',
    message: `the channel ${channel ?? defaultChannel} of the package ${packageName} has no head`,
    found: 'bundles that replace or skip each other in a cycle',
    expected: 'a bundle that no other bundle replaces or skips',
    fix: 'add the latest bundle, or set spec.startingCSV',
  };
}

function oneOf(word: string, names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `one of ${nearestFew(word, names).join(', ')}`;
}

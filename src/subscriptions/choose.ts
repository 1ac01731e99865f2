/** What each Subscription comes to by itself: a CSV that its namespace has, the bundle that OLM tries first, or what is missing. */
import { compareText } from '../kubernetes/object.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import { type Catalog, type Channel, catalogKey, type Package } from '../model/catalog.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { nearestFew } from '../model/nearest.js';
import type { Subscription } from '../model/subscription.js';
import { type MissingPart, preferredEntry } from '../resolver/subscription-entries.js';

/** What a Subscription comes to. With neither a CSV nor a problem, that cannot be known. */
export interface Choice {
  readonly subscription: Subscription;
  /** The name of its CSV. */
  readonly csv?: string;
  /** The catalog that offers its bundle. Absent if the CSV already exists. */
  readonly from?: Catalog;
  readonly problem?: UnlocatedProblem;
}

/** What there is to choose from. */
export interface Choices {
  /** The CSVs of the input in the Subscription's namespace. */
  readonly given: readonly ClusterServiceVersion[];
  /** With bundle folders among what they offer. */
  readonly catalogs: readonly Catalog[];
  /** The names of packages of folders that were not read. */
  readonly unread: readonly string[];
}

/** What one Subscription comes to by itself. */
export function chooseAlone(subscription: Subscription, { given, catalogs, unread }: Choices): Choice {
  const installed = installedCsv(subscription, given);
  if (installed !== undefined) return { subscription, csv: installed };
  // A cluster described by its CSVs alone: its Subscriptions have nothing to add.
  if (given.length > 0 && unread.length === 0 && catalogs.every(({ packages }) => packages.length === 0)) return { subscription };
  const undecided = withoutDefaultChannel(subscription, catalogs);
  if (undecided) return { subscription, problem: undecided };
  const preferred = preferredEntry(subscription, catalogs);
  if ('missing' in preferred) return { subscription, problem: missing(preferred.missing, subscription, catalogs, unread) };
  const { name, from } = preferred;
  return given.some((csv) => csv.name === name) ? { subscription, csv: name } : { subscription, csv: name, from };
}

/** In a snapshot of a cluster, the existing CSV stays, whatever a catalog contains now. */
function installedCsv(subscription: Subscription, given: readonly ClusterServiceVersion[]): string | undefined {
  const { installedCSV, currentCSV, startingCSV, packageName, namespace } = subscription;
  const byName = [installedCSV, currentCSV, startingCSV].find((name) => given.some((csv) => csv.name === name));
  // The label that OLM sets on the parts of an operator.
  const label = `operators.coreos.com/${packageName}.${namespace}`;
  return byName ?? given.find(({ labels }) => Object.hasOwn(labels, label))?.name;
}

type Complaint = Omit<UnlocatedProblem, 'source' | 'at'>;

function refused({ source }: Subscription, field: string, complaint: Complaint): UnlocatedProblem {
  return { ...complaint, source, at: ['spec', field] };
}

/** The package that a Subscription names, in its catalog. */
function packageOf({ packageName, ...asked }: Subscription, catalogs: readonly Catalog[]): Package | undefined {
  const key = catalogKey({ namespace: asked.catalogSourceNamespace, name: asked.catalogSource });
  return catalogs.find((one) => catalogKey(one) === key)?.packages.find(({ name }) => name === packageName);
}

/** A catalog names a default channel; folders need not. */
function withoutDefaultChannel(subscription: Subscription, catalogs: readonly Catalog[]): UnlocatedProblem | undefined {
  const offered = packageOf(subscription, catalogs);
  if (!offered || subscription.channel !== undefined || subscription.startingCSV !== undefined) return undefined;
  const isUndecided = offered.channels.every(({ name }) => name !== offered.defaultChannel);
  return isUndecided ? refused(subscription, 'channel', channelNotFound(subscription, offered)) : undefined;
}

function missing(
  part: MissingPart | 'head',
  subscription: Subscription,
  catalogs: readonly Catalog[],
  unread: readonly string[],
): UnlocatedProblem {
  const offered = packageOf(subscription, catalogs);
  if (!offered || part === 'catalog' || part === 'package') {
    const elsewhere = catalogs.filter(({ packages }) => packages.some(({ name }) => name === subscription.packageName));
    return elsewhere.length > 0
      ? refused(subscription, 'source', catalogNotFound(subscription, elsewhere))
      : refused(subscription, 'name', packageNotFound(subscription, catalogs, unread));
  }
  switch (part) {
    case 'channel':
      return refused(subscription, 'channel', channelNotFound(subscription, offered));
    case 'startingCSV':
      return refused(subscription, 'startingCSV', versionNotFound(subscription, offered));
    default:
      return refused(subscription, 'channel', noHead(subscription, offered));
  }
}

function packageNotFound({ packageName }: Subscription, catalogs: readonly Catalog[], unread: readonly string[]): Complaint {
  const names = [...new Set([...catalogs.flatMap(({ packages }) => packages.map(({ name }) => name)), ...unread])];
  return {
    code: 'PACKAGE_NOT_FOUND',
    message: `the input has no bundle of the package ${packageName}`,
    found: packageName,
    expected: names.length === 0 ? 'a package in a bundle folder or catalog of the input' : oneOf(packageName, names),
    fix: "correct spec.name, or add the operator's bundle folder (manifests/ beside metadata/annotations.yaml) or catalog to the input",
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

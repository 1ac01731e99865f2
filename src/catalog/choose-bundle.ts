/** Which bundle a Subscription installs in an empty namespace: its startingCSV, or the head of its channel. */

import { compareText } from '../kubernetes/object.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import { nearestFew } from '../model/nearest.js';
import type { Subscription } from '../model/subscription.js';
import { channelHeads } from './channel-head.js';
import type { Channel, Package } from './package.js';

/** The bundle by its name, and the package that offers it; or why there is none. */
export type Chosen = { readonly name: string; readonly from: Package } | { readonly problem: UnlocatedProblem };

type Complaint = Omit<UnlocatedProblem, 'source' | 'at'>;

/**
 * Chooses among the available packages.
 *
 * If a file-based catalog offers the package, bundle folders do not count. If only one catalog offers it, it is used,
 * whatever the Subscription's source. If several do, the one that the source names is used.
 *
 * @param others names of packages that exist, too
 */
export function chooseBundle(subscription: Subscription, packages: readonly Package[], others: readonly string[] = []): Chosen {
  const { packageName, catalogSource, channel: channelName, startingCSV } = subscription;
  const offers = packages.filter(({ name }) => name === packageName);
  const inCatalogs = offers.filter(({ catalog }) => catalog !== undefined);
  const candidates = inCatalogs.length > 0 ? inCatalogs : offers;
  const from = candidates.length > 1 ? candidates.find(({ catalog }) => catalog === catalogSource) : candidates[0];
  if (!from) {
    return candidates.length > 0
      ? refuse(subscription, 'source', catalogNotFound(subscription, candidates))
      : refuse(subscription, 'name', packageNotFound(subscription, [...packages.map(({ name }) => name), ...others]));
  }

  const wanted = channelName ?? from.defaultChannel;
  const channel = from.channels.find(({ name }) => name === wanted);
  // As in OLM, a startingCSV without a channel can be in any channel.
  const pinnable = channelName === undefined && startingCSV !== undefined ? from.channels : channel ? [channel] : undefined;
  if (!pinnable) return refuse(subscription, 'channel', channelNotFound(subscription, from));
  if (startingCSV !== undefined) {
    const isThere = pinnable.some(({ entries }) => entries.some(({ name }) => name === startingCSV));
    return isThere ? { name: startingCSV, from } : refuse(subscription, 'startingCSV', versionNotFound(startingCSV, pinnable, from));
  }
  const [head] = channelHeads(channel?.entries ?? []);
  return head ? { name: head.name, from } : refuse(subscription, 'channel', noHead(packageName, wanted));
}

function refuse({ source }: Subscription, field: string, complaint: Complaint): Chosen {
  return { problem: { ...complaint, source, at: ['spec', field] } };
}

function packageNotFound({ packageName }: Subscription, packages: readonly string[]): Complaint {
  const names = [...new Set(packages)];
  return {
    code: 'PACKAGE_NOT_FOUND',
    message: `the input has no bundle of the package ${packageName}`,
    found: packageName,
    expected: names.length === 0 ? 'a package in a bundle folder or catalog of the input' : oneOf(packageName, names),
    fix: "correct spec.name, or add the operator's bundle folder (manifests/ beside metadata/annotations.yaml) or catalog to the input",
  };
}

function catalogNotFound({ packageName, catalogSource }: Subscription, candidates: readonly Package[]): Complaint {
  const names = candidates.map(({ catalog = '' }) => catalog).filter((name) => name !== '');
  return {
    code: 'CATALOG_NOT_FOUND',
    message: `several catalogs offer the package ${packageName}, and none is named ${catalogSource}`,
    found: catalogSource,
    expected: names.length === 0 ? 'the name of a CatalogSource' : oneOf(catalogSource, names),
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

function versionNotFound(startingCSV: string, channels: readonly Channel[], { channels: all }: Package): Complaint {
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

function noHead(packageName: string, channel: string | undefined): Complaint {
  return {
    code: 'INVALID_CATALOG',
    message: `the channel ${channel} of the package ${packageName} has no head`,
    found: 'bundles that replace or skip each other in a cycle',
    expected: 'a bundle that no other bundle replaces or skips',
    fix: 'add the latest bundle, or set spec.startingCSV',
  };
}

function oneOf(word: string, names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `one of ${nearestFew(word, names).join(', ')}`;
}

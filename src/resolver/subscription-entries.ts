/** What a Subscription can be met by: the entries of its package, channel and startingCSV, the preferred first. */
import { isOfPackage } from '../dependencies/predicate.js';
import { compareText, groupBy } from '../kubernetes/object.js';
import { type Catalog, catalogKey } from '../model/catalog.js';
import { type ChannelOrder, orderChannel } from './channel-order.js';
import { type Entry, packageEntries } from './entry.js';
import type { ResolverSubscription } from './resolver-cluster.js';

/** What a Subscription asks for that is not there. */
export type MissingPart = 'catalog' | 'package' | 'channel' | 'startingCSV';

/**
 * The entries that a Subscription asks for (getSubscriptionVariables).
 *
 * @param offered the entries of its package in its catalog
 * @param installed the entry of its CSV: its startingCSV then no longer counts
 */
export function subscriptionEntries(
  { packageName, channel = '', startingCSV = '' }: ResolverSubscription,
  offered: readonly Entry[] = [],
  installed?: Entry,
): { readonly entries: readonly Entry[] } | { readonly missing: MissingPart } {
  const ofPackage = offered.filter((entry) => isOfPackage(entry, packageName));
  if (ofPackage.length === 0) return { missing: 'package' };
  const inChannel = ofPackage.filter((entry) => channel === '' || entry.channel === channel);
  if (inChannel.length === 0) return { missing: 'channel' };
  if (installed || startingCSV === '') return { entries: inChannel };
  const named = inChannel.filter(({ name }) => name === startingCSV);
  return named.length > 0 ? { entries: named } : { missing: 'startingCSV' };
}

/** Entries of one package: the default channel first, then by name, and each channel from its head on. */
export function channelOrder(entries: readonly Entry[]): ChannelOrder {
  const channels = [...groupBy(entries, ({ channel }) => channel).values()].toSorted(
    ([a], [b]) =>
      Number(b?.isDefaultChannel ?? false) - Number(a?.isDefaultChannel ?? false) || compareText(a?.channel ?? '', b?.channel ?? ''),
  );
  const ordered: Entry[] = [];
  for (const channel of channels) {
    const order = orderChannel(channel);
    if ('error' in order) return order;
    ordered.push(...order.entries);
  }
  return { entries: ordered };
}

/** What a Subscription comes to by itself, on an empty namespace; or what of it is missing: also a channel that has a head. */
export type Preferred = { readonly name: string; readonly from: Catalog } | { readonly missing: MissingPart | 'head' };

/** The entry that OLM tries first for a Subscription. */
export function preferredEntry(subscription: ResolverSubscription, catalogs: readonly Catalog[]): Preferred {
  const { catalogSourceNamespace: namespace, catalogSource: name, packageName } = subscription;
  const key = catalogKey({ namespace, name });
  const from = catalogs.find((one) => catalogKey(one) === key);
  if (!from || from.packages.length === 0) return { missing: 'catalog' };
  const offered = from.packages.find((one) => one.name === packageName);
  const selected = subscriptionEntries(subscription, offered && packageEntries(offered, from));
  if ('missing' in selected) return selected;
  const order = channelOrder(selected.entries);
  const [first] = 'error' in order ? [] : order.entries;
  return first ? { name: first.name, from } : { missing: 'head' };
}

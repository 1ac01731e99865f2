/**
 * The entries that can meet a Subscription: those of its package, channel and startingCSV, the preferred first; within a channel, along
 * `replaces` from its head (OLM's `sortChannel`).
 */

import { compareText, groupBy } from '../../base/kubernetes/object.js';
import { isOfPackage } from '../dependencies/predicate.js';
import type { Catalog } from '../model/catalog.js';
import { catalogAsked, catalogAt, packageOf } from '../model/find-catalog.js';
import { type Entry, packageEntries } from './entry.js';
import type { ResolverSubscription } from './resolver-input.js';

/** The missing part of a Subscription's request. */
export type MissingPart = 'catalog' | 'package' | 'channel' | 'startingCSV';

/**
 * The entries that match a Subscription (getSubscriptionVariables).
 *
 * @param offered the entries of its package in its catalog
 * @param installed the entry of its CSV; its startingCSV then no longer counts
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

/** The result of a single Subscription in an empty namespace, or the missing part; a channel can also lack a head. */
export type Preferred = { readonly name: string; readonly from: Catalog } | { readonly missing: MissingPart | 'head' };

/** The entry that OLM tries first for a Subscription. */
export function preferredEntry(subscription: ResolverSubscription, catalogs: readonly Catalog[]): Preferred {
  const from = catalogAt(catalogs, catalogAsked(subscription));
  if (!from || from.packages.length === 0) return { missing: 'catalog' };
  const offered = packageOf(from, subscription.packageName);
  const selected = subscriptionEntries(subscription, offered && packageEntries(offered, from));
  if ('missing' in selected) return selected;
  const order = channelOrder(selected.entries);
  const [first] = 'error' in order ? [] : order.entries;
  return first ? { name: first.name, from } : { missing: 'head' };
}

/** Entries from the head on, or the error if they have no order. */
export type ChannelOrder = { readonly entries: readonly Entry[] } | { readonly error: string; readonly member: Entry };

/**
 * Orders the entries of one channel. Edges are `replaces` and `skips`, never `skipRange`. Skipped entries and entries outside of the
 * path from the head are left out: they are no candidates.
 */
export function orderChannel(entries: readonly Entry[]): ChannelOrder {
  const [first] = entries;
  if (!first) return { entries: [] };
  const where = `in channel ${JSON.stringify(first.channel)} of package ${JSON.stringify(first.packageName)}`;
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const superseded = new Set(entries.flatMap(({ replaces, skips }) => [replaces, ...skips].filter((name) => byName.has(name))));
  const skipped = new Set(entries.flatMap(({ skips }) => skips.filter((name) => byName.has(name))));
  const heads = entries.filter(({ name }) => !superseded.has(name));
  if (heads.length === 0) return { error: `no channel heads (entries not replaced by another entry) found ${where}`, member: first };

  const chains: Entry[][] = [];
  for (const head of heads) {
    const chain = walk(head, byName);
    if (!chain)
      return { error: `a cycle exists in the chain of replacement beginning with ${JSON.stringify(head.name)} ${where}`, member: head };
    chains.push(chain.filter(({ name }) => !skipped.has(name)));
  }
  const [only = []] = chains;
  if (chains.length === 1) return { entries: only };
  const shown = chains.map(chainText).join(', ');
  const message = 'a unique replacement chain within a channel is required to determine the relative order between channel entries';
  return { error: `${message}, but ${chains.length} replacement chains were found ${where}: ${shown}`, member: first };
}

function walk(head: Entry, byName: ReadonlyMap<string, Entry>): Entry[] | undefined {
  const seen = new Set<Entry>();
  for (let entry: Entry | undefined = head; entry; entry = entry.replaces === '' ? undefined : byName.get(entry.replaces)) {
    if (seen.has(entry)) return undefined;
    seen.add(entry);
  }
  return [...seen];
}

function chainText(chain: readonly Entry[]): string {
  const [first, last] = [chain[0], chain.at(-1)];
  if (!first || !last) return '[]';
  return chain.length === 1 ? first.name : `${first.name}...${last.name}`;
}

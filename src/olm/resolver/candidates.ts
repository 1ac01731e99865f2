/** Candidates: the entries of a namespace's catalogs that meet a requirement, in OLM's order of preference. */

import { compareText, groupBy } from '../../base/kubernetes/object.js';
import type { CelBudget } from '../dependencies/cel-cost.js';
import type { Hint, Predicate } from '../dependencies/predicate.js';
import type { Catalog } from '../model/catalog.js';
import { catalogKey } from '../model/find-catalog.js';
import { catalogEntries, type Entry } from './entry.js';
import { type ChannelOrder, orderChannel } from './subscription-entries.js';

/** The entries of one catalog, or of a namespace's CSVs, indexed for look-ups. */
export interface EntryIndex {
  /** `namespace/name`. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly priority: number;
  readonly entries: readonly Entry[];
  readonly byPackage: ReadonlyMap<string, readonly Entry[]>;
  readonly byApi: ReadonlyMap<string, readonly Entry[]>;
  readonly byLabel: ReadonlyMap<string, readonly Entry[]>;
  readonly byId: ReadonlyMap<string, readonly Entry[]>;
  /** The orders of channels, by package and channel, computed on request. */
  readonly orders: Map<string, ChannelOrder>;
}

/** The index of entries. */
export function entryIndex(at: { namespace: string; name: string; priority?: number }, entries: readonly Entry[]): EntryIndex {
  return {
    key: catalogKey(at),
    namespace: at.namespace,
    name: at.name,
    priority: at.priority ?? 0,
    entries,
    byPackage: indexBy(entries, ({ packageName, facts }) => [packageName, ...facts.packages.map(({ name }) => name)]),
    byApi: indexBy(entries, ({ facts }) => facts.apis),
    byLabel: indexBy(entries, ({ facts }) => facts.labels),
    byId: groupBy(entries, ({ id }) => id),
    orders: new Map(),
  };
}

/** The index of a catalog. */
export function catalogIndex(catalog: Catalog): EntryIndex {
  return entryIndex(catalog, catalogEntries(catalog));
}

function indexBy(entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]): Map<string, Entry[]> {
  const index = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const key of new Set(keysOf(entry))) {
      const members = index.get(key);
      if (members) members.push(entry);
      else index.set(key, [entry]);
    }
  }
  return index;
}

/**
 * Sorts the indexes that a namespace sees, for a bundle of a catalog: the installed CSVs, the bundle's own catalog, then by priority,
 * the own namespace, and the catalog's name (resolver/cache, `sortableSnapshots.Less`).
 */
export function inPreference(indexes: readonly EntryIndex[], ownCatalog: string, namespace: string): EntryIndex[] {
  const rank = ({ key }: EntryIndex): number => (key === `${namespace}/@existing` ? 0 : key === ownCatalog ? 1 : 2);
  const local = ({ namespace: at }: EntryIndex): number => (at === namespace ? 0 : 1);
  return indexes.toSorted((a, b) => rank(a) - rank(b) || b.priority - a.priority || local(a) - local(b) || compareText(a.name, b.name));
}

/** The entries that meet a requirement, in order; or the error if a channel with such an entry has no order. */
export function findCandidates(predicate: Predicate, preferred: readonly EntryIndex[], budget: CelBudget): ChannelOrder {
  const found: Entry[] = [];
  for (const index of preferred) {
    const ordered = candidatesIn(predicate, index, budget);
    if ('error' in ordered) return ordered;
    found.push(...ordered.entries);
  }
  return { entries: found };
}

/**
 * Within a catalog: default channels of any package first, then by package, then by channel, then from the head on
 * (`sortBundles`). Orders the whole channel, so that a channel without an order stops the resolution.
 */
function candidatesIn(predicate: Predicate, index: EntryIndex, budget: CelBudget): ChannelOrder {
  const meeting = new Set(oneFreestanding(lookUp(predicate.hint, index).filter((entry) => predicate.test(entry, budget))));
  const channels = [...groupBy([...meeting], channelKey).values()].map(([first]) => first).toSorted(byChannel);
  const found: Entry[] = [];
  for (const channel of channels) {
    const ordered = channelOrder(channel, meeting, index);
    if ('error' in ordered) return ordered;
    found.push(...ordered.entries.filter((entry) => meeting.has(entry)));
  }
  return { entries: found };
}

/** Only one of several CSVs of a package without a Subscription: they have one source in OLM. */
function oneFreestanding(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ csv, isFreestanding, packageName }) => {
    if (!csv || !isFreestanding) return true;
    if (seen.has(packageName)) return false;
    seen.add(packageName);
    return true;
  });
}

function lookUp(hint: Hint, index: EntryIndex): readonly Entry[] {
  switch (hint.by) {
    case 'api':
      return index.byApi.get(hint.key) ?? [];
    case 'package':
      return index.byPackage.get(hint.key) ?? [];
    case 'label':
      return index.byLabel.get(hint.key) ?? [];
    case 'any':
      return [...new Set(hint.of.flatMap((part) => lookUp(part, index)))];
    default:
      return index.entries;
  }
}

function channelKey({ packageName, channel }: Entry): string {
  return JSON.stringify([packageName, channel]);
}

function byChannel(a: Entry, b: Entry): number {
  return (
    Number(b.isDefaultChannel) - Number(a.isDefaultChannel) ||
    compareText(a.packageName, b.packageName) ||
    compareText(a.channel, b.channel)
  );
}

/**
 * The order of a channel. OLM orders installed CSVs, which have no channel, only if they meet the requirement: two of one package have no
 * order.
 */
function channelOrder(member: Entry, meeting: ReadonlySet<Entry>, index: EntryIndex): ChannelOrder {
  const isMember = (entry: Entry): boolean => entry.packageName === member.packageName && entry.channel === member.channel;
  if (member.csv) return orderChannel([...meeting].filter(isMember));
  const key = channelKey(member);
  const known = index.orders.get(key);
  if (known) return known;
  const order = orderChannel((index.byPackage.get(member.packageName) ?? []).filter(isMember));
  index.orders.set(key, order);
  return order;
}

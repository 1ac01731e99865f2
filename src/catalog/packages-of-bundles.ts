/** Bundle folders as packages: together they form one catalog without a name. Its upgrade graphs come from the CSVs. */

import { groupBy } from '../kubernetes/group-by.js';
import { compareText } from '../kubernetes/object.js';
import type { BundleOutline } from '../model/bundle.js';
import { channelHeads } from './channel-head.js';
import type { ChannelEntry, Package } from './package.js';

/** The packages of bundles. Bundles without a package name are in none. */
export function packagesOfBundles(bundles: readonly BundleOutline[]): Package[] {
  const named = bundles.filter(({ packageName }) => packageName !== undefined);
  return [...groupBy(named, ({ packageName = '' }) => packageName)]
    .map(([name, members]) => packageOf(name, members))
    .toSorted((a, b) => compareText(a.name, b.name));
}

function packageOf(name: string, bundles: readonly BundleOutline[]): Package {
  const members = bundles.flatMap((bundle) => [...new Set(bundle.channels)].map((channel) => ({ channel, bundle })));
  const channels = [...groupBy(members, ({ channel }) => channel)]
    .map(([channel, inChannel]) => ({ name: channel, entries: inChannel.map(({ bundle }) => entryOf(bundle)) }))
    .toSorted((a, b) => compareText(a.name, b.name));
  const defaultChannel = defaultChannelOf(bundles) ?? (channels.length === 1 ? channels[0]?.name : undefined);
  return {
    name,
    channels,
    bundles: new Map(bundles.map((bundle) => [bundle.name, bundle])),
    defaultChannel,
  };
}

/** Each bundle names the default channel of the package. The latest bundle counts. */
function defaultChannelOf(bundles: readonly BundleOutline[]): string | undefined {
  const saying = bundles.filter(({ defaultChannel }) => defaultChannel !== undefined);
  const byName = new Map(saying.map((bundle) => [bundle.name, bundle.defaultChannel]));
  const [latest] = channelHeads(saying.map(({ name, version }) => ({ name, skips: [], version })));
  return latest && byName.get(latest.name);
}

function entryOf({ name, version, csv }: BundleOutline): ChannelEntry {
  const { replaces, skips } = (csv.spec ?? {}) as { replaces?: unknown; skips?: unknown };
  return {
    name,
    skips: Array.isArray(skips) ? skips.filter((skip) => typeof skip === 'string') : [],
    replaces: typeof replaces === 'string' && replaces !== '' ? replaces : undefined,
    version,
  };
}

/** Bundle folders as packages. Their upgrade graphs come from the CSVs, as far as those state them. */

import { compare, parse } from 'semver';
import { bundleProperties } from '../dependencies/properties.js';
import { groupBy } from '../kubernetes/group-by.js';
import { compareText } from '../kubernetes/object.js';
import { isMapping } from '../manifest/plain-data.js';
import type { BundleOutline } from '../model/bundle.js';
import type { CatalogBundle, Channel, ChannelEntry, Package } from '../model/catalog.js';
import { channelHeads } from './channel-head.js';

/** The packages of bundles, by name. Bundles without a package name are in none. */
export function folderPackages(bundles: readonly BundleOutline[]): Package[] {
  const named = bundles.filter(({ packageName }) => packageName !== undefined);
  return [...groupBy(named, ({ packageName = '' }) => packageName)]
    .map(([name, members]) => packageOf(name, members.toSorted(highestFirst)))
    .toSorted((a, b) => compareText(a.name, b.name));
}

/** @param bundles the highest version first */
function packageOf(name: string, bundles: readonly BundleOutline[]): Package {
  const members = bundles.flatMap((bundle) => [...new Set(bundle.channels)].map((channel) => ({ channel, bundle })));
  const channels = [...groupBy(members, ({ channel }) => channel)]
    .map(([channel, inChannel]) =>
      channelOf(
        channel,
        inChannel.map(({ bundle }) => bundle),
      ),
    )
    .toSorted((a, b) => compareText(a.name, b.name));
  const stated = bundles.find(({ defaultChannel }) => defaultChannel !== undefined)?.defaultChannel;
  return {
    name,
    defaultChannel: stated ?? (channels.length === 1 ? (channels[0]?.name ?? '') : ''),
    channels,
    bundles: new Map(bundles.map((bundle) => [bundle.name, bundleOf(bundle, name)])),
  };
}

/**
 * The graph is what the settings of the operator's folder say. Without them it is in the CSVs, unless these leave several heads:
 * then each version is taken to replace the one before.
 */
function channelOf(name: string, bundles: readonly BundleOutline[]): Channel {
  const updateGraph = bundles.find((bundle) => bundle.updateGraph)?.updateGraph;
  const stated = bundles.map(statedEntry);
  if (updateGraph === 'semver-skippatch-mode') return { name, entries: skippingPatches(bundles) };
  if (updateGraph !== 'semver-mode' && channelHeads(stated).length <= 1) return { name, entries: stated };
  const chained = stated.map((entry, index): ChannelEntry => {
    const replaces = stated[index + 1]?.name;
    const { name: bundle, skipRange } = entry;
    return { name: bundle, skips: [], ...(replaces ? { replaces } : {}), ...(skipRange ? { skipRange } : {}) };
  });
  return { name, entries: chained, ...(updateGraph ? {} : { isAssumed: true }) };
}

/** Of each minor version, the last patch skips the others; @param bundles the highest version first */
function skippingPatches(bundles: readonly BundleOutline[]): ChannelEntry[] {
  const minorOf = ({ version }: BundleOutline): string | undefined => parse(version)?.version.split('.', 2).join('.');
  return bundles.map((bundle, index): ChannelEntry => {
    const { name, skipRange } = statedEntry(bundle);
    const lower = bundles.slice(index + 1);
    const patches = lower.filter((one) => minorOf(one) !== undefined && minorOf(one) === minorOf(bundle));
    const replaces = lower.find((one) => !patches.includes(one))?.name;
    return { name, skips: patches.map((one) => one.name), ...(replaces ? { replaces } : {}), ...(skipRange ? { skipRange } : {}) };
  });
}

function statedEntry({ name, csv }: BundleOutline): ChannelEntry {
  const { replaces, skips } = isMapping(csv.spec) ? csv.spec : {};
  const skipRange: unknown = csv.metadata.annotations?.['olm.skipRange'];
  return {
    name,
    skips: Array.isArray(skips) ? skips.filter((skip) => typeof skip === 'string') : [],
    ...(typeof replaces === 'string' && replaces !== '' ? { replaces } : {}),
    ...(typeof skipRange === 'string' && skipRange !== '' ? { skipRange } : {}),
  };
}

function bundleOf(bundle: BundleOutline, packageName: string): CatalogBundle {
  const { minKubeVersion } = isMapping(bundle.csv.spec) ? bundle.csv.spec : {};
  return {
    name: bundle.name,
    packageName,
    ...(typeof minKubeVersion === 'string' ? { minKubeVersion } : {}),
    properties: bundleProperties(bundle),
    ...(bundle.source ? { source: bundle.source } : {}),
  };
}

/** Those without a semantic version last; then by name. */
function highestFirst(a: BundleOutline, b: BundleOutline): number {
  const [first, second] = [parse(a.version), parse(b.version)];
  if (first && second) return compare(second, first) || compareText(a.name, b.name);
  return first ? -1 : second ? 1 : compareText(a.name, b.name);
}

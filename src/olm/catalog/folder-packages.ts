/** Makes packages from bundle folders. Their upgrade graphs come from the CSVs, as far as those state them. */

import { parse } from 'semver';
import { compareText, groupBy } from '../../base/kubernetes/object.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { bundleProperties } from '../dependencies/properties.js';
import type { BundleOutline } from '../model/bundle.js';
import type { CatalogBundle, Channel, ChannelEntry, Package } from '../model/catalog.js';
import { highestFirst } from '../model/version-range.js';
import { channelHeads, edgesIn } from './channel-head.js';

/** The packages of bundles, by name. Bundles without a package name are left out. */
export function folderPackages(bundles: readonly BundleOutline[]): Package[] {
  const named = bundles.filter(({ packageName }) => packageName !== undefined);
  return [...groupBy(named, ({ packageName = '' }) => packageName)]
    .map(([name, members]) => packageOf(name, members.toSorted(byVersion)))
    .toSorted((a, b) => compareText(a.name, b.name));
}

/** @param bundles the highest version first */
function packageOf(name: string, bundles: readonly BundleOutline[]): Package {
  const members = bundles.flatMap((bundle) => channelsOf(bundle).map((channel) => ({ channel, bundle })));
  const channels = [...groupBy(members, ({ channel }) => channel)]
    .map(([channel, inChannel]) =>
      channelOf(
        channel,
        inChannel.map(({ bundle }) => bundle),
        bundles,
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

/** The channels of a bundle: those of the catalog's tools have priority over its own. */
function channelsOf({ channels, releases }: BundleOutline): string[] {
  return [...new Set(releases ? releases.map(({ channel }) => channel) : channels)];
}

/**
 * The graph of a channel: from the settings in the operator's folder; else from the CSVs, unless these leave several heads:
 * then each version replaces the previous one.
 */
function channelOf(name: string, bundles: readonly BundleOutline[], all: readonly BundleOutline[]): Channel {
  const isReleased = bundles.some(({ releases }) => releases);
  const updateGraph = isReleased ? undefined : bundles.find((bundle) => bundle.updateGraph)?.updateGraph;
  const stated = bundles.map((bundle) => releasedEntry(name, bundle, all) ?? statedEntry(bundle));
  if (updateGraph === 'semver-skippatch-mode') return { name, entries: skippingPatches(bundles) };
  if (updateGraph !== 'semver-mode' && channelHeads(stated).length <= 1) return { name, entries: stated };
  const chained = stated.map((entry, index): ChannelEntry => {
    const replaces = stated[index + 1]?.name;
    const { name: bundle, skipRange } = entry;
    return { name: bundle, skips: [], ...(replaces ? { replaces } : {}), ...(skipRange ? { skipRange } : {}) };
  });
  return { name, entries: chained, ...(updateGraph ? {} : { isAssumed: true }) };
}

/** The last patch of each minor version skips the others. @param bundles the highest version first */
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

/** The entry that catalog tools write for a bundle; undefined if templates differ, such as those of two OpenShift versions. */
function releasedEntry(channel: string, bundle: BundleOutline, all: readonly BundleOutline[]): ChannelEntry | undefined {
  const [first, ...others] = (bundle.releases ?? []).filter((release) => release.channel === channel);
  if (!first) return undefined;
  if (!first.entry) return streamEntry(channel, bundle, all);
  return others.every(({ entry }) => sortedText(entry) === sortedText(first.entry)) ? { name: bundle.name, ...first.entry } : undefined;
}

/**
 * The entry of a template `olm.semver`: the last patch of each minor version replaces the last patch of the previous minor version, and
 * skips all other lower versions of its major version, in this channel or another one of its stream (operator-registry's
 * `linkChannels`).
 *
 * @param all the highest version first
 */
function streamEntry(channel: string, { name, version }: BundleOutline, all: readonly BundleOutline[]): ChannelEntry {
  const [, stream, minor] = /^(\w+-v\d+)(\.\d+)?$/.exec(channel) ?? [];
  const isInStream = (other: string): boolean =>
    other.startsWith(minor ? `${stream}.` : `${stream}`) && (minor !== undefined || other === stream);
  const members = all.filter(({ releases }) => releases?.some((release) => !release.entry && isInStream(release.channel)));
  const minorOf = (of: string | undefined): number | undefined => parse(of)?.minor;
  const index = members.findIndex((member) => member.name === name);
  const isLastPatch = members.slice(0, index).every((member) => minorOf(member.version) !== minorOf(version));
  const lower = isLastPatch ? members.slice(index + 1) : [];
  const replaces = lower.find((member) => minorOf(member.version) !== minorOf(version))?.name;
  return { name, skips: lower.map((member) => member.name).filter((other) => other !== replaces), ...(replaces ? { replaces } : {}) };
}

function statedEntry({ name, csv }: BundleOutline): ChannelEntry {
  const { replaces, skips } = isMapping(csv.spec) ? csv.spec : {};
  return { name, ...edgesIn({ replaces, skips, skipRange: csv.metadata.annotations?.['olm.skipRange'] }) };
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

function byVersion(a: BundleOutline, b: BundleOutline): number {
  return highestFirst(a.version, b.version) || compareText(a.name, b.name);
}

/**
 * What makes a catalog invalid, so that it serves nothing: the rules of `opm validate` (operator-registry,
 * alpha/declcfg and alpha/model), in its words.
 */

import type { ResolverBundle, ResolverCatalog, ResolverChannel, ResolverPackage } from '../model/resolver-input.js';
import { parseVersion } from '../model/version-range.js';

/** The first thing that is wrong with a catalog; nothing if it is valid. */
export function catalogError(packages: readonly ResolverPackage[]): NonNullable<ResolverCatalog['invalid']> | undefined {
  for (const offered of packages) {
    const [error] = packageErrors(offered);
    const source = offered.source ?? offered.channels[0]?.source ?? offered.bundles[0]?.source;
    if (error !== undefined) return { message: `invalid package ${JSON.stringify(offered.name)}: ${error}`, ...(source ? { source } : {}) };
  }
  return undefined;
}

function packageErrors({ name, source, defaultChannel, channels, bundles }: ResolverPackage): string[] {
  if (!source) return [`there is no olm.package of the name ${JSON.stringify(name)}`];
  const names = channels.map((channel) => channel.name);
  const listed = new Set(channels.flatMap(({ entries }) => entries.map((entry) => entry.name)));
  const known = new Set(bundles.map((bundle) => bundle.name));
  return [
    ...(names.length === 0 ? ['package must contain at least one channel'] : []),
    ...(defaultChannel === '' ? ['default channel must be set'] : []),
    ...(names.includes(defaultChannel) ? [] : [`default channel ${JSON.stringify(defaultChannel)} not found in channels list`]),
    ...repeated(names).map((channel) => `duplicate channel ${JSON.stringify(channel)}`),
    ...repeated(bundles.map((bundle) => bundle.name)).map((bundle) => `duplicate bundle ${JSON.stringify(bundle)}`),
    ...[...listed]
      .filter((entry) => !known.has(entry))
      .map((entry) => `no olm.bundle blobs found for the channel entry ${JSON.stringify(entry)}`),
    ...[...known]
      .filter((bundle) => !listed.has(bundle))
      .map((bundle) => `bundle ${JSON.stringify(bundle)} not found in any channel entries`),
    ...bundles.flatMap((bundle) => bundleErrors(bundle, name)),
    ...channels.flatMap((channel) => channelErrors(channel).map((error) => `invalid channel ${JSON.stringify(channel.name)}: ${error}`)),
  ];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function bundleErrors({ name, properties }: ResolverBundle, packageName: string): string[] {
  const say = (error: string): string[] => [`invalid bundle ${JSON.stringify(name)}: ${error}`];
  const own = properties.filter(({ type }) => type === 'olm.package');
  if (own.length !== 1) return say(`must be exactly one property with type "olm.package", found ${own.length}`);
  const value = (own[0]?.value ?? {}) as { packageName?: unknown; version?: unknown };
  if (value.packageName !== packageName) return say(`package ${JSON.stringify(packageName)} does not match the one of its properties`);
  return typeof value.version === 'string' && parseVersion(value.version)
    ? []
    : say(`error parsing version ${JSON.stringify(value.version)}`);
}

function channelErrors({ entries }: ResolverChannel): string[] {
  if (entries.length === 0) return ['channel must contain at least one bundle'];
  const twice = repeated(entries.map(({ name }) => name));
  if (twice.length > 0) return [`duplicate entries ${twice.join(', ')}`];
  const superseded = new Set(entries.flatMap(({ name, replaces, skips }) => [replaces, ...skips].filter((other) => other !== name)));
  const heads = entries.filter(({ name }) => !superseded.has(name));
  if (heads.length === 0) return ['no channel head found in graph'];
  if (heads.length > 1)
    return [
      `multiple channel heads found in graph: ${heads
        .map(({ name }) => name)
        .sort()
        .join(', ')}`,
    ];
  return strandedErrors(entries, heads[0]?.name ?? '');
}

/** Along `replaces` from the head, each entry has to be met, or be skipped by one that is. */
function strandedErrors(entries: ResolverChannel['entries'], head: string): string[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const [seen, skipped] = [new Set<string>(), new Set<string>()];
  for (let entry = byName.get(head); entry; entry = byName.get(entry.replaces ?? '')) {
    if (seen.has(entry.name)) return [`detected a cycle in the upgrade graph of the channel: ${[...seen, entry.name].join(' -> ')}`];
    seen.add(entry.name);
    for (const skip of entry.skips) skipped.add(skip);
  }
  const stranded = entries.map(({ name }) => name).filter((name) => !seen.has(name) && !skipped.has(name));
  return stranded.length > 0 ? [`channel contains one or more stranded bundles: ${stranded.sort().join(', ')}`] : [];
}

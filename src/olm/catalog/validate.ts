/**
 * Reports the problems that `opm validate` finds in the blobs of one package (operator-registry, alpha/declcfg and alpha/model). Catalogs of OLM v0 are
 * built by these rules; catalogd of OLM v1 serves a catalog that breaks them.
 */
import { isMapping } from '../../base/manifest/plain-data.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { ChannelEntry } from '../model/catalog.js';
import { nearestFew } from '../model/nearest.js';
import { parseVersion } from '../model/version-range.js';
import type { Blob } from './blob.js';
import { channelHeads, replacesCycle } from './channel-head.js';

/** All blobs of one catalog that belong to one package. */
export interface PackageBlobs {
  readonly name: string;
  readonly packages: readonly Blob<'olm.package'>[];
  readonly channels: readonly Blob<'olm.channel'>[];
  readonly bundles: readonly Blob<'olm.bundle'>[];
  readonly deprecations: readonly Blob<'olm.deprecations'>[];
}

/** The problems of a package as a whole, without those of its channels; its blobs match their schemas. */
export function checkPackage(blobs: PackageBlobs): UnlocatedProblem[] {
  const { packages, channels, bundles } = blobs;
  const listed = new Set(channels.flatMap(({ value }) => value.entries.map((entry) => entry.name)));
  return [
    ...requirePackage(blobs),
    ...duplicates('package', packages),
    ...duplicates('channel', channels),
    ...duplicates('bundle', bundles),
    ...requireDefaultChannel(blobs),
    ...bundles.flatMap((bundle) => [...requireChannel(bundle, listed), ...checkVersion(bundle)]),
  ];
}

/** The problems of one channel. */
export function checkChannel(channel: Blob<'olm.channel'>, bundles: readonly Blob<'olm.bundle'>[]): UnlocatedProblem[] {
  return [...checkEntries(channel, bundles), ...checkGraph(channel)];
}

function requirePackage({ name, packages, channels, bundles }: PackageBlobs): UnlocatedProblem[] {
  const [first] = [...channels, ...bundles];
  if (packages.length > 0 || !first) return [];
  return [
    {
      code: 'INVALID_CATALOG',
      message: `the catalog has channels or bundles of the package ${name}, but not the package itself`,
      found: 'no olm.package',
      expected: `an olm.package with the name ${name}`,
      fix: `add the blob with schema: olm.package and name: ${name}, or correct the name`,
      source: first.source,
      at: ['package'],
    },
  ];
}

type Named = { readonly value: { readonly name: string }; readonly source: SourceReference };

function duplicates(what: string, blobs: readonly Named[]): UnlocatedProblem[] {
  const seen = new Map<string, SourceReference>();
  return blobs.flatMap(({ value: { name }, source }): UnlocatedProblem[] => {
    const first = seen.get(name);
    if (!first) {
      seen.set(name, source);
      return [];
    }
    return [
      {
        code: 'DUPLICATE_OBJECT',
        message: `the catalog contains the ${what} ${name} twice`,
        found: `also in ${first.file}, document ${first.document + 1}`,
        expected: `each ${what} only once in a catalog`,
        fix: 'remove one of them; if these are two catalogs, put each into a folder with the name of its CatalogSource',
        source,
        at: ['name'],
      },
    ];
  });
}

function requireDefaultChannel({ packages: [first], channels }: PackageBlobs): UnlocatedProblem[] {
  const names = channels.map(({ value }) => value.name);
  const name = first?.value.defaultChannel;
  if (!first || (name && names.includes(name))) return [];
  return [
    {
      code: 'CHANNEL_NOT_FOUND',
      message: name ? 'the default channel is not in the catalog' : 'the package has no default channel',
      found: name ? name : 'nothing',
      expected: names.length === 0 ? 'a channel of the package' : `one of ${nearestFew(name ?? '', names).join(', ')}`,
      fix: 'correct defaultChannel, or add the olm.channel',
      source: first.source,
      at: ['defaultChannel'],
    },
  ];
}

function checkEntries(
  { value: { name: channel, package: packageName, entries }, source }: Blob<'olm.channel'>,
  bundles: readonly Blob<'olm.bundle'>[],
): UnlocatedProblem[] {
  const known = new Set(bundles.map(({ value }) => value.name));
  const seen = new Set<string>();
  return entries.flatMap(({ name }, index): UnlocatedProblem[] => {
    const at = ['entries', index, 'name'];
    const isSecond = seen.has(name);
    seen.add(name);
    if (isSecond) {
      const message = `the channel ${channel} has the entry ${name} twice`;
      return [{ code: 'DUPLICATE_OBJECT', message, found: name, expected: 'each entry only once', fix: 'remove one of them', source, at }];
    }
    if (known.has(name)) return [];
    return [
      {
        code: 'BUNDLE_NOT_FOUND',
        message: `the channel ${channel} has an entry without a bundle`,
        found: name,
        expected: known.size === 0 ? `a bundle of the package ${packageName}` : `one of ${nearestFew(name, [...known]).join(', ')}`,
        fix: 'add the olm.bundle, or remove the entry',
        source,
        at,
      },
    ];
  });
}

function checkGraph({ value: { name, entries }, source }: Blob<'olm.channel'>): UnlocatedProblem[] {
  const graph = entries.map(({ name: entry, replaces, skips }) => ({ name: entry, skips: skips ?? [], ...(replaces ? { replaces } : {}) }));
  const invalid = (found: string, expected: string, fix: string): UnlocatedProblem[] => [
    { code: 'INVALID_CATALOG', message: `the channel ${name} is not a valid upgrade path`, found, expected, fix, source, at: ['entries'] },
  ];
  const cycle = replacesCycle(graph);
  if (cycle)
    return invalid(
      `a cycle: ${[...cycle, cycle[0]].join(' replaces ')}`,
      'entries that lead to one head',
      'correct replaces, so that the entries form no cycle',
    );
  const heads = channelHeads(graph).map((head) => head.name);
  if (heads.length !== 1) {
    const found = heads.length === 0 ? 'no entry that no other entry replaces or skips' : `the heads ${heads.join(', ')}`;
    return invalid(found, 'one head: an entry that no other entry replaces or skips', 'make the latest entry replace or skip the others');
  }
  const stranded = strandedEntries(graph, heads[0] ?? '');
  if (stranded.length === 0) return [];
  return invalid(
    `entries that the head does not lead to: ${stranded.join(', ')}`,
    'entries that the head replaces, or that one of those skips',
    'let another entry replace or skip them',
  );
}

/** The entries that are neither on the path of `replaces` from the head, nor skipped by an entry on the path. */
function strandedEntries(entries: readonly ChannelEntry[], head: string): string[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const met = new Set<string>();
  for (let entry = byName.get(head); entry; entry = byName.get(entry.replaces ?? ''))
    for (const name of [entry.name, ...entry.skips]) met.add(name);
  return entries.map(({ name }) => name).filter((name) => !met.has(name));
}

function requireChannel({ value: { name }, source }: Blob<'olm.bundle'>, listed: ReadonlySet<string>): UnlocatedProblem[] {
  if (listed.has(name)) return [];
  const [message, fix] = ['the bundle is in no channel', 'add it to the entries of an olm.channel, or remove it'];
  return [{ code: 'INVALID_CATALOG', message, found: name, expected: 'an entry of a channel', fix, source, at: ['name'] }];
}

function checkVersion({ value: { name, package: packageName, properties }, source }: Blob<'olm.bundle'>): UnlocatedProblem[] {
  const own = (properties ?? []).flatMap(({ type, value }, index) => (type === 'olm.package' ? [{ value, index }] : []));
  const [first] = own;
  const fields = isMapping(first?.value) ? first.value : {};
  const isRight = fields.packageName === packageName && typeof fields.version === 'string' && parseVersion(fields.version) !== undefined;
  if (own.length === 1 && isRight) return [];
  return [
    {
      code: 'INVALID_CATALOG',
      message: `the bundle ${name} does not state its package and version`,
      found: first
        ? own.length > 1
          ? `${own.length} properties olm.package`
          : (JSON.stringify(first.value) ?? 'nothing')
        : 'no property olm.package',
      expected: `one property olm.package with packageName: ${packageName} and a semantic version`,
      fix: 'render the catalog again with opm',
      source,
      at: first ? ['properties', first.index, 'value'] : ['properties'],
    },
  ];
}

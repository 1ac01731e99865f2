/** Catalog rules: what `opm validate` refuses about the blobs of one package (operator-registry, alpha/declcfg and alpha/model). */
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import { nearestFew } from '../model/nearest.js';
import type { BundleBlob, ChannelBlob, PackageBlobs } from './catalog-blobs.js';
import { channelHeads, replacesCycle } from './channel-head.js';

/** The problems of a whole package, whose blobs have passed their schemas. */
export function checkPackage(blobs: PackageBlobs): UnlocatedProblem[] {
  const { packages, channels, bundles } = blobs;
  return [
    ...requirePackage(blobs),
    ...duplicates('package', packages),
    ...duplicates('channel', channels),
    ...duplicates('bundle', bundles),
    ...requireDefaultChannel(blobs),
    ...channels.flatMap((channel) => [...checkEntries(channel, bundles), ...checkGraph(channel)]),
  ];
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
  { value: { name: channel, package: packageName, entries }, source }: ChannelBlob,
  bundles: readonly BundleBlob[],
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

function checkGraph({ value: { name, entries }, source }: ChannelBlob): UnlocatedProblem[] {
  const graph = entries.map((entry) => ({ name: entry.name, replaces: entry.replaces ?? undefined, skips: entry.skips ?? [] }));
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
  if (heads.length === 1) return [];
  const found = heads.length === 0 ? 'no entry that no other entry replaces or skips' : `the heads ${heads.join(', ')}`;
  return invalid(found, 'one head: an entry that no other entry replaces or skips', 'make the latest entry replace or skip the others');
}

/** Entries: a bundle in one channel of a catalog, or an installed CSV, as in OLM's resolver (resolver/cache `Entry`). */

import type { SourceReference } from '../../base/manifest/problem.js';
import { type Facts, factsOf, type Provider } from '../dependencies/facts.js';
import { installedProperties } from '../dependencies/properties.js';
import { isBroken } from '../model/broken-catalog.js';
import type { Catalog, CatalogBundle, Package, Property } from '../model/catalog.js';
import { catalogKey } from '../model/find-catalog.js';
import { parseRange, parseVersion, type VersionRange } from '../model/version-range.js';
import type { Cause } from './outcome.js';
import type { ResolverCsv, ResolverSubscription } from './resolver-input.js';

// Finds the document of a bundle or CSV in a failure.

/** An entry as a cause, without its text. */
export function causeOfEntry({ name, catalog, csv, bundle }: Entry): Omit<Cause, 'says'> {
  if (csv) return { subject: `ClusterServiceVersion ${csv.namespace}/${name}`, ...(csv.source ? { source: csv.source } : {}) };
  return { subject: `bundle ${name} of the catalog ${catalog}`, ...(bundle?.source ? { source: bundle.source } : {}) };
}

/** One candidate for installation. */
export interface Entry extends Provider {
  /** The name in OLM's messages: `catalog/namespace/channel/name`; for an installed CSV `@existing/namespace//name`. */
  readonly id: string;
  readonly name: string;
  /** `namespace/name` of the catalog; for an installed CSV `namespace/@existing`. */
  readonly catalog: string;
  /** Empty for an installed CSV. */
  readonly channel: string;
  readonly isDefaultChannel: boolean;
  readonly replaces: string;
  /** Whether folders of bundles do not say what it replaces. */
  readonly isAssumed?: true;
  readonly skips: readonly string[];
  /** The skipRange. An unreadable one is ignored silently, as in OLM. */
  readonly skipRange?: VersionRange;
  readonly bundle?: CatalogBundle;
  /** The place of its channel. */
  readonly channelSource?: SourceReference;
  readonly csv?: ResolverCsv;
  /** Whether an installed CSV has no Subscription. It then has to stay. */
  readonly isFreestanding: boolean;
}

/** The entries of a catalog: a bundle has one in each of its channels. Channel entries without a bundle are left out. */
export function catalogEntries(catalog: Catalog): Entry[] {
  return catalog.packages.flatMap((offered) => packageEntries(offered, catalog));
}

/** The entries of one package of a catalog; none of what is broken. */
export function packageEntries(
  { name: packageName, defaultChannel, channels, bundles, problems }: Package,
  catalog: Pick<Catalog, 'namespace' | 'name'>,
): Entry[] {
  if (isBroken({ problems })) return [];
  const facts = new Map<string, Facts>();
  const factsFor = ({ name, properties }: CatalogBundle): Facts => {
    const known = facts.get(name) ?? factsOf(withPackage(properties, packageName));
    facts.set(name, known);
    return known;
  };
  const whole = channels.filter((channel) => !isBroken(channel));
  return whole.flatMap((channel) =>
    channel.entries.flatMap(({ name, replaces = '', skips, skipRange }): Entry[] => {
      const bundle = bundles.get(name);
      if (!bundle) return [];
      const own = factsFor(bundle);
      const [version, range] = [own.packages[0]?.version, skipRange === undefined ? undefined : parseRange(skipRange)];
      return [
        {
          id: `${catalog.name}/${catalog.namespace}/${channel.name}/${name}`,
          name,
          catalog: catalogKey(catalog),
          packageName,
          channel: channel.name,
          isDefaultChannel: channel.name === defaultChannel,
          replaces,
          skips,
          ...(range && 'range' in range ? { skipRange: range.range } : {}),
          ...(version ? { version } : {}),
          ...(channel.isAssumed ? { isAssumed: true as const } : {}),
          ...(channel.source ? { channelSource: channel.source } : {}),
          facts: own,
          bundle,
          isFreestanding: false,
        },
      ];
    }),
  );
}

/** The properties with the package, which OLM adds if a bundle does not state it (EnsurePackageProperty). */
function withPackage(properties: readonly Property[], packageName: string): readonly Property[] {
  return properties.some(({ type }) => type === 'olm.package')
    ? properties
    : [...properties, { type: 'olm.package', value: { packageName, version: '' } }];
}

/** The id of an installed CSV. */
export function existingId(namespace: string, name: string): string {
  return `@existing/${namespace}//${name}`;
}

/** The entry of an installed CSV, or the reason why OLM stops at it (csvSource.Snapshot). */
export function existingEntry(csv: ResolverCsv, subscriptions: readonly ResolverSubscription[]): Entry | { readonly error: string } {
  const pointing = subscriptions.filter(({ installedCSV }) => installedCSV === csv.name);
  const properties = installedProperties(csv, packageOf(csv, pointing));
  if ('error' in properties) return properties;
  const facts = factsOf(properties);
  const version = parseVersion(csv.version || '0.0.0');
  return {
    id: existingId(csv.namespace, csv.name),
    name: csv.name,
    catalog: `${csv.namespace}/@existing`,
    packageName: facts.packages.at(-1)?.name ?? '',
    channel: '',
    isDefaultChannel: false,
    replaces: '',
    skips: [],
    ...(version ? { version } : {}),
    facts,
    csv,
    isFreestanding: pointing.length === 0,
  };
}

/** The package of a CSV. OLM infers it only if all Subscriptions of the CSV name the same one. */
function packageOf({ packageName }: ResolverCsv, pointing: readonly ResolverSubscription[]): string | undefined {
  const named = [...new Set(pointing.map((subscription) => subscription.packageName))];
  return named.length === 1 ? named[0] : packageName;
}

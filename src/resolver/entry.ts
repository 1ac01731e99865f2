/** Entries: a bundle in one channel of a catalog, or an installed CSV, as OLM's resolver sees it (resolver/cache `Entry`). */
import type semver from 'semver';
import { isMapping } from '../manifest/plain-data.js';
import type { SourceReference } from '../manifest/problem.js';
import type { Property, ResolverBundle, ResolverCatalog, ResolverCsv, ResolverSubscription } from '../model/resolver-input.js';
import { parseRange, parseVersion, type VersionRange } from '../model/version-range.js';

/** What the properties of a bundle or CSV say, read once. */
export interface Facts {
  /** Of `olm.package`. */
  readonly packages: readonly { readonly name: string; readonly version?: semver.SemVer }[];
  /** Of `olm.gvk`, by `gvkKey`; one that stands twice counts twice. */
  readonly apis: readonly string[];
  /** Of `olm.label`. */
  readonly labels: readonly string[];
  /** Whether there is an `olm.deprecated`: OLM then never installs it. */
  readonly isDeprecated: boolean;
  readonly properties: readonly Property[];
}

/** One thing that may be chosen. */
export interface Entry {
  /** As in OLM's messages: `catalog/namespace/channel/name`; of an installed CSV `@existing/namespace//name`. */
  readonly id: string;
  readonly name: string;
  /** `namespace/name` of the catalog; of an installed CSV `namespace/@existing`. */
  readonly catalog: string;
  /** Empty where an installed CSV does not tell. */
  readonly packageName: string;
  /** Empty of an installed CSV. */
  readonly channel: string;
  readonly isDefaultChannel: boolean;
  readonly replaces: string;
  readonly skips: readonly string[];
  /** One that cannot be read is passed over in silence, as OLM does. */
  readonly skipRange?: VersionRange;
  readonly version?: semver.SemVer;
  readonly facts: Facts;
  readonly bundle?: ResolverBundle;
  /** Where its channel stands. */
  readonly channelSource?: SourceReference;
  readonly csv?: ResolverCsv;
  /** Of an installed CSV: whether no Subscription points at it. It then has to stay. */
  readonly isFreestanding: boolean;
}

/** Names an API as uniqueness and requirements compare it: group, version and kind. */
export function gvkKey({ group, version, kind }: { group: string; version: string; kind: string }): string {
  return JSON.stringify([group, version, kind]);
}

/** What OLM calls an API in its messages: `Kind (group/version)`. */
export function gvkText(key: string): string {
  const [group, version, kind] = JSON.parse(key) as string[];
  return `${kind} (${group}/${version})`;
}

/** The fields of a value that are text; nothing where it is no mapping, or one of them is something else. */
export function textFields<K extends string>(value: unknown, names: readonly K[]): Record<K, string> | undefined {
  if (!isMapping(value)) return undefined;
  const fields: Partial<Record<K, string>> = {};
  for (const name of names) {
    const field = value[name] ?? '';
    if (typeof field !== 'string') return undefined;
    fields[name] = field;
  }
  return fields as Record<K, string>;
}

/** Reads properties. What does not fit its type says nothing, as in OLM's predicates. */
function factsOf(properties: readonly Property[]): Facts {
  const valuesOf = <K extends string>(type: string, names: readonly K[]): Record<K, string>[] =>
    properties.filter((property) => property.type === type).flatMap(({ value }) => textFields(value, names) ?? []);
  return {
    packages: valuesOf('olm.package', ['packageName', 'version']).map(({ packageName, version }) => {
      const parsed = parseVersion(version);
      return { name: packageName, ...(parsed ? { version: parsed } : {}) };
    }),
    apis: valuesOf('olm.gvk', ['group', 'version', 'kind']).map(gvkKey),
    labels: valuesOf('olm.label', ['label']).map(({ label }) => label),
    isDeprecated: properties.some(({ type }) => type === 'olm.deprecated'),
    properties,
  };
}

/** The entries of a catalog: a bundle is one in each channel that has it. Entries without a bundle are none. */
export function catalogEntries({ namespace, name: catalogName, packages }: ResolverCatalog): Entry[] {
  return packages.flatMap(({ name: packageName, defaultChannel, channels, bundles }) => {
    const known = new Map(bundles.map((bundle) => [bundle.name, { bundle, facts: factsOf(withPackage(bundle.properties, packageName)) }]));
    return channels.flatMap((channel) =>
      channel.entries.flatMap(({ name, replaces = '', skips, skipRange }): Entry[] => {
        const found = known.get(name);
        if (!found) return [];
        const [version, range] = [found.facts.packages[0]?.version, skipRange === undefined ? undefined : parseRange(skipRange)];
        return [
          {
            id: `${catalogName}/${namespace}/${channel.name}/${name}`,
            name,
            catalog: `${namespace}/${catalogName}`,
            packageName,
            channel: channel.name,
            isDefaultChannel: channel.name === defaultChannel,
            replaces,
            skips,
            ...(range && 'range' in range ? { skipRange: range.range } : {}),
            ...(version ? { version } : {}),
            ...(channel.source ? { channelSource: channel.source } : {}),
            ...found,
            isFreestanding: false,
          },
        ];
      }),
    );
  });
}

/** OLM adds the package where a bundle does not say it (EnsurePackageProperty). */
function withPackage(properties: readonly Property[], packageName: string): readonly Property[] {
  return properties.some(({ type }) => type === 'olm.package')
    ? properties
    : [...properties, { type: 'olm.package', value: { packageName, version: '' } }];
}

/** The id of an installed CSV. */
export function existingId(namespace: string, name: string): string {
  return `@existing/${namespace}//${name}`;
}

/** The entry of an installed CSV, or why OLM stops at it (csvSource.Snapshot). */
export function existingEntry(csv: ResolverCsv, subscriptions: readonly ResolverSubscription[]): Entry | { readonly error: string } {
  const pointing = subscriptions.filter(({ installedCSV }) => installedCSV === csv.name);
  const properties = propertiesOf(csv, pointing);
  if ('error' in properties) return properties;
  const facts = factsOf(properties);
  const version = parseVersion(csv.version ?? '0.0.0');
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

function propertiesOf(csv: ResolverCsv, pointing: readonly ResolverSubscription[]): readonly Property[] | { readonly error: string } {
  const { name, propertiesAnnotation, specProperties, version } = csv;
  if (propertiesAnnotation !== undefined) {
    const listed = annotatedProperties(propertiesAnnotation);
    return listed ?? { error: `failed to retrieve properties of csv ${JSON.stringify(name)}: failed to unmarshal properties annotation` };
  }
  const packages = new Set(pointing.map(({ packageName }) => packageName));
  const [only] = packages;
  // OLM infers the package only where all Subscriptions that point at it name the same one.
  if (packages.size !== 1 || only === undefined) return specProperties;
  const shown = version === '0.0.0' ? '' : (version ?? '');
  return [...specProperties, { type: 'olm.package', value: { packageName: only, version: shown } }];
}

function annotatedProperties(text: string): readonly Property[] | undefined {
  try {
    const { properties = [] } = (JSON.parse(text) ?? {}) as { properties?: unknown };
    if (properties === null) return [];
    if (!Array.isArray(properties)) return undefined;
    return properties.every((property) => isMapping(property) && typeof property.type === 'string')
      ? (properties as Property[])
      : undefined;
  } catch {
    return undefined;
  }
}

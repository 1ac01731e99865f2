/** Facts: the properties of a bundle or CSV, read once, in the form that OLM's resolver compares (resolver/cache `Entry`). */
import type semver from 'semver';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { BundleOutline } from '../model/bundle.js';
import type { Property } from '../model/catalog.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { parseVersion } from '../model/version-range.js';
import { bundleProperties, installedProperties } from './properties.js';

/** The content of properties. */
export interface Facts {
  /** From `olm.package`. */
  readonly packages: readonly { readonly name: string; readonly version?: semver.SemVer }[];
  /** From `olm.gvk`, by `gvkKey`; a duplicate counts twice. */
  readonly apis: readonly string[];
  /** From `olm.label`. */
  readonly labels: readonly string[];
  /** Whether there is an `olm.deprecated`: OLM then never installs the bundle. */
  readonly isDeprecated: boolean;
  readonly properties: readonly Property[];
}

/** The key of an API for uniqueness and requirements: group, version and kind. */
export function gvkKey({ group, version, kind }: { group: string; version: string; kind: string }): string {
  return JSON.stringify([group, version, kind]);
}

/** The name of an API in OLM's messages: `Kind (group/version)`. */
export function gvkText(key: string): string {
  const [group, version, kind] = JSON.parse(key) as string[];
  return `${kind} (${group}/${version})`;
}

/** The string fields of a value; undefined if it is no mapping, or a field is no string. */
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

/** Reads properties. Ignores values of a wrong type, as OLM's predicates do. */
export function factsOf(properties: readonly Property[]): Facts {
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

/** An operator that requirements are tested against. */
export interface Provider {
  /** Empty if its package is not known. */
  readonly packageName: string;
  readonly version?: semver.SemVer;
  readonly facts: Facts;
}

/** A bundle that could be installed. */
export function bundleProvider(bundle: BundleOutline): Provider {
  return provider(bundle.packageName, bundle.version, factsOf(bundleProperties(bundle)));
}

/**
 * A CSV of a cluster: the facts of its bundle, or else the properties that OLM's resolver reads.
 *
 * @param packageName the package in its Subscriptions
 */
export function csvProvider(csv: ClusterServiceVersion, packageName?: string): Provider {
  if (csv.bundle) return bundleProvider(csv.bundle);
  const properties = installedProperties(csv, packageName);
  const facts = factsOf('error' in properties ? [] : properties);
  return provider(facts.packages.at(-1)?.name, csv.version, facts);
}

function provider(packageName = '', version = '', facts: Facts): Provider {
  const parsed = parseVersion(version);
  return { packageName, ...(parsed ? { version: parsed } : {}), facts };
}

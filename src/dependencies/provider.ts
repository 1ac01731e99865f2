/** Providers: the operators that a requirement may be met by. */
import type semver from 'semver';
import type { BundleOutline } from '../model/bundle.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { parseVersion } from '../model/version-range.js';
import { type Facts, factsOf } from './facts.js';
import { bundleProperties, installedProperties } from './properties.js';

/** An operator, as requirements are tested against it. */
export interface Provider {
  /** Empty where nothing says which package it is of. */
  readonly packageName: string;
  readonly version?: semver.SemVer;
  readonly facts: Facts;
}

/** A bundle that could be installed. */
export function bundleProvider(bundle: BundleOutline): Provider {
  return provider(bundle.packageName, bundle.version, factsOf(bundleProperties(bundle)));
}

/**
 * A CSV of a cluster: what its bundle states, else what OLM's resolver reads of it.
 *
 * @param packageName that its Subscriptions name
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

/** Packages: an operator's channels and their bundles, as a catalog or a set of bundle folders offers them. */
import type { SourceReference } from '../manifest/problem.js';
import type { BundleOutline, CatalogBundle } from '../model/bundle.js';

/** One version in a channel, and the versions that it replaces. */
export interface ChannelEntry {
  /** The name of the bundle, and so of its CSV. */
  readonly name: string;
  readonly replaces?: string | undefined;
  readonly skips: readonly string[];
  /** Semantic version, if it is known. */
  readonly version?: string;
}

/** A stream of versions. */
export interface Channel {
  readonly name: string;
  readonly entries: readonly ChannelEntry[];
}

/** What one catalog offers of an operator. */
export interface Package {
  readonly name: string;
  /** The name of its CatalogSource, empty if unknown. Absent for bundle folders, which are not a catalog. */
  readonly catalog?: string;
  readonly defaultChannel?: string;
  readonly channels: readonly Channel[];
  /** By name. */
  readonly bundles: ReadonlyMap<string, BundleOutline | CatalogBundle>;
  /** The place of its `olm.package` blob. */
  readonly source?: SourceReference;
}

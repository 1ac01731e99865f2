/** Packages: an operator's channels and their bundles, as a catalog or a set of bundle folders offers them. */
import type { SourceReference } from '../manifest/problem.js';
import type { Bundle, CatalogBundle } from './bundle.js';

/** One version in a channel, and what it supersedes. */
export interface ChannelEntry {
  /** Of the bundle, and so of its CSV. */
  readonly name: string;
  readonly replaces?: string | undefined;
  readonly skips: readonly string[];
  /** Semantic version, where it is known. */
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
  /** The name of its CatalogSource, empty when that is not known; absent for bundle folders, which are no catalog. */
  readonly catalog?: string;
  readonly defaultChannel?: string;
  readonly channels: readonly Channel[];
  /** By name. */
  readonly bundles: ReadonlyMap<string, Bundle | CatalogBundle>;
  /** Where its `olm.package` blob stands. */
  readonly source?: SourceReference;
}

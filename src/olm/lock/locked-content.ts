/** The content of a lock: its catalogs, and the bundles for judging. */

import type { PackageOffer } from '../catalog/catalogs.js';
import type { Bundle, LockedEntry } from '../model/bundle.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import type { Subscription } from '../model/subscription.js';
import type { StaleLock } from '../model/unknown-operator.js';
import type { JudgedContent, LockedBundle } from './lock-file.js';

/** The content for judging of a bundle that was pulled earlier. */
export interface CachedBundle {
  readonly name: string;
  readonly content: JudgedContent;
  /** From `judgedProperties`. */
  readonly properties: readonly string[];
}

/** Finds a cached bundle by the digest of its image. */
export type CachedBundles = (digest: string) => CachedBundle | undefined;

/** Compares an entry with the bundle that was pulled earlier. */
export type CompareEntry = (entry: LockedBundle) => LockedEntry['compared'];

/** The catalogs of a lock. */
export interface LockedCatalogs {
  readonly offers: readonly PackageOffer[];
  /** The bundle with this name; if two catalogs have one, the bundle with this image. */
  bundle(name: string, image?: string): Bundle | undefined;
  /** The locked CSV of a Subscription; undefined if its request changed, or if the input contains the package itself. */
  csvOf(subscription: Subscription): string | undefined;
  /**
   * The difference between a Subscription and the request that the lock was made for; undefined if there is none, or if the lock does not
   * contain the package. A lock has an excerpt of a channel: it cannot answer another request.
   *
   * @param image the image of its catalog, if the input has the catalog
   */
  staleAt(subscription: Subscription, image?: string): StaleLock | undefined;
  /** The same for a ClusterExtension. */
  staleExtension(extension: ClusterExtension): StaleLock | undefined;
  /** For a Subscription whose catalog lacked the package: the packages of the catalog, the nearest first. */
  absentAt(subscription: Subscription): readonly string[] | undefined;
  /** The entry of the bundle with this name, to compare it. */
  entry(name: string, image?: string): LockedBundle | undefined;
}

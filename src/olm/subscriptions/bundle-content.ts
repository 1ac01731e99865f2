/** The manifests of a chosen bundle: from its catalog, or else from a folder. */
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { Catalog, Package } from '../model/catalog.js';
import { packageOf } from '../model/find-catalog.js';
import { decodeBundle } from '../read/decode-bundle.js';

/** The bundle with this name and all its manifests. @param image the image of the bundle, if its catalog names one */
export type ManifestsOf = (name: string, image?: string) => Bundle | undefined;

/** The source of manifests in folders. */
export interface Folders {
  /** The names of bundles in folders. */
  readonly names: ReadonlySet<string>;
  /** The bundle of a folder with all its manifests. */
  readonly manifestsOf: ManifestsOf;
  /** Whether the folder of this bundle has an error. */
  readonly isBroken: (name: string) => boolean;
}

/** A bundle with its manifests, or their problems. */
export interface Content {
  readonly bundle?: Bundle;
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Reads a chosen bundle. Its problems refuse only the objects that need it.
 *
 * @returns neither bundle nor problems if its manifests are not available, or if its folder cannot be read, which has a problem of its own
 */
export function bundleContent(name: string, from: Package, { manifestsOf, isBroken }: Pick<Folders, 'manifestsOf' | 'isBroken'>): Content {
  const offered = from.bundles.get(name);
  if (!offered) return { problems: [] };
  const { bundle = manifestsOf(name, offered.image), problems } = decodeBundle(offered, from);
  if (problems.length > 0) return { problems: problems.map((problem) => ({ ...problem, isAlone: true })) };
  return bundle && !isBroken(name) ? { bundle, problems: [] } : { problems: [] };
}

/** The manifests of a bundle of a package in a catalog. */
export function packageContent(name: string, packageName: string, from: Catalog, folders: Folders): Content {
  const offered = packageOf(from, packageName);
  return offered ? bundleContent(name, offered, folders) : { problems: [] };
}

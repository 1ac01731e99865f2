/** The manifests of a bundle that was chosen: of its catalog, else of a folder. */
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { CatalogBundle, Package } from '../model/catalog.js';
import { decodeBundle } from '../read/decode-bundle.js';

/** The bundle of this name with all its manifests. @param image of the bundle, where its catalog says it */
export type ManifestsOf = (name: string, image?: string) => Bundle | undefined;

/** Where manifests of folders come from. */
export interface Folders {
  /** The names of the bundles of folders that were read. */
  readonly names: ReadonlySet<string>;
  /** The bundle of a folder with all its manifests. */
  readonly manifestsOf: ManifestsOf;
}

/** A bundle with its manifests, or why there are none. */
export interface Content {
  readonly bundle?: Bundle;
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Reads a chosen bundle.
 *
 * @param missing says that there are no manifests
 * @returns neither bundle nor problems where the catalog has no such bundle, or its folder cannot be read: that is a problem of its own
 */
export function bundleContent(
  name: string,
  from: Package,
  { names, manifestsOf }: Folders,
  missing: (offered: CatalogBundle) => UnlocatedProblem,
): Content {
  const offered = from.bundles.get(name);
  if (!offered) return { problems: [] };
  const decoded = decodeBundle(offered, from);
  if (decoded.problems.length > 0 || decoded.bundle) return decoded;
  const bundle = manifestsOf(name, offered.image);
  if (bundle) return { bundle, problems: [] };
  return { problems: names.has(name) ? [] : [missing(offered)] };
}

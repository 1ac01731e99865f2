/** The manifests of a bundle that was chosen: of its catalog, else of a folder. */
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { Package } from '../model/catalog.js';
import { decodeBundle } from '../read/decode-bundle.js';

/** The bundle of this name with all its manifests. @param image of the bundle, where its catalog says it */
export type ManifestsOf = (name: string, image?: string) => Bundle | undefined;

/** Where manifests of folders come from. */
export interface Folders {
  /** The names of the bundles of folders that were read. */
  readonly names: ReadonlySet<string>;
  /** The bundle of a folder with all its manifests. */
  readonly manifestsOf: ManifestsOf;
  /** Whether the folder of this bundle has an error. */
  readonly isBroken: (name: string) => boolean;
}

/** A bundle with its manifests, or what is wrong with them. */
export interface Content {
  readonly bundle?: Bundle;
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Reads a chosen bundle. Its problems refuse only what needs it.
 *
 * @returns neither bundle nor problems where its manifests are not at hand, or its folder cannot be read: that is a problem of its own
 */
export function bundleContent(name: string, from: Package, { manifestsOf, isBroken }: Pick<Folders, 'manifestsOf' | 'isBroken'>): Content {
  const offered = from.bundles.get(name);
  if (!offered) return { problems: [] };
  const { bundle = manifestsOf(name, offered.image), problems } = decodeBundle(offered, from);
  if (problems.length > 0) return { problems: problems.map((problem) => ({ ...problem, isAlone: true })) };
  return bundle && !isBroken(name) ? { bundle, problems: [] } : { problems: [] };
}

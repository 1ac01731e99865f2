/** The manifests of a bundle that was chosen: of its catalog, else of a folder. */
import type { Package } from '../catalog/package.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle, BundleOutline, CatalogBundle } from '../model/bundle.js';
import type { Subscription } from '../model/subscription.js';
import { decodeBundle } from './decode-bundle.js';

/** What there is to choose from. */
export interface Offers {
  readonly packages: readonly Package[];
  /** The bundles of folders that were read, by name. */
  readonly folders: ReadonlyMap<string, BundleOutline>;
  /** The bundle of a folder with all its manifests. */
  readonly manifestsOf: (name: string) => Bundle | undefined;
  /** The names of the packages of folders that were not read. */
  readonly unread: readonly string[];
}

/**
 * Reads a chosen bundle.
 *
 * @param subscription that it is chosen for
 * @returns neither bundle nor problems where the catalog has no such bundle: the catalog's own problems say so
 */
export function bundleContent(
  name: string,
  from: Package,
  { manifestsOf }: Offers,
  subscription: Subscription,
): { readonly bundle?: Bundle; readonly problems: readonly UnlocatedProblem[] } {
  const offered = from.bundles.get(name);
  if (!offered) return { problems: [] };
  if ('csv' in offered) {
    // Where it cannot be read, that is a problem of its own.
    const bundle = manifestsOf(name);
    return { problems: [], ...(bundle ? { bundle } : {}) };
  }
  const { bundle, problems } = decodeBundle(offered, from);
  if (problems.length > 0) return { problems };
  const readable = bundle ?? manifestsOf(name);
  return readable ? { bundle: readable, problems: [] } : { problems: [contentMissing(subscription, offered)] };
}

function contentMissing(subscription: Subscription, { name, packageName, image }: CatalogBundle): UnlocatedProblem {
  const origin = image === undefined ? 'its image' : `the image ${image}`;
  const comesAlong = packageName !== subscription.packageName;
  return {
    code: 'BUNDLE_CONTENT_MISSING',
    message: `the catalog lists ${name}${comesAlong ? ', which another operator needs,' : ''} but does not contain its manifests`,
    found: 'no olm.bundle.object with a ClusterServiceVersion',
    expected: 'the manifests of the bundle',
    fix: `copy manifests/ and metadata/ from ${origin} into a folder of the input, such as bundles/${packageName}/${name}${comesAlong ? ', or use --no-dependencies to leave out operators that no Subscription requests' : ''}`,
    source: subscription.source,
    at: ['spec', subscription.startingCSV === undefined || comesAlong ? 'name' : 'startingCSV'],
  };
}

/** Bundles with all of their manifests. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { Bundle, BundleOutline } from './bundle.js';

/** The place of a bundle or of one of its manifests; without a place, its name. */
export function sourceOf(
  { name, source, sources }: Pick<BundleOutline, 'name' | 'source'> & Partial<Pick<Bundle, 'sources'>>,
  manifest?: KubernetesObject,
): SourceReference {
  return (manifest && sources?.get(manifest)) ?? source ?? { file: name, document: 0, path: [] };
}

/** Whether a bundle has all its manifests. */
export function isWhole(bundle: BundleOutline): bundle is Bundle {
  return 'customResourceDefinitions' in bundle;
}

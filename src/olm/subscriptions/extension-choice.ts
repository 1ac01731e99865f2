/** The types of the choice of a ClusterExtension's bundle. */

import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Catalog, Package } from '../model/catalog.js';
import type { BundleVersion } from '../model/cluster-extension.js';

/** The sources of ClusterExtensions. */
export interface ExtensionOffers {
  readonly catalogs: readonly Catalog[];
  /** Packages of bundle folders, whose catalog is not known. */
  readonly folders: readonly Package[];
  /** Whether the cluster can have other ClusterCatalogs than these, which an extension without a selector can come from. @default false */
  readonly isOpen?: boolean;
}

/** The bundle that OLM v1 chooses. */
export interface ChosenBundle extends BundleVersion {
  readonly from: Package;
  readonly catalog: Catalog;
}

export type ExtensionChoice = ChosenBundle | { readonly problem: UnlocatedProblem } | 'unknown';

/** The way of an installed bundle: OLM v1 resolves again after each installation. */
export interface ExtensionWay {
  /** The first choice; a problem where OLM v1 finds none. */
  readonly first: ExtensionChoice;
  /** The last bundle that OLM v1 installs. */
  readonly end?: ChosenBundle;
  /** The bundles before it, without the installed one. */
  readonly via: readonly string[];
  /** The problem that ends the way. */
  readonly problem?: UnlocatedProblem;
}

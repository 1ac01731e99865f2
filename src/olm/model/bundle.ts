/** Bundles: one version of an operator in the registry+v1 format, from a folder or from a catalog. */

import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { ChannelEntry, Property } from './catalog.js';

/** How the tools of the community catalogs build the upgrade graph of a package, as `ci.yaml` of the operator's folder says. */
export const UPDATE_GRAPHS = ['replaces-mode', 'semver-mode', 'semver-skippatch-mode'] as const;

/** One of these ways. */
export type UpdateGraph = (typeof UPDATE_GRAPHS)[number];

/** A channel that the tools of a catalog put a bundle into, and its entry there. */
export interface Release {
  readonly channel: string;
  /** Absent where the versions of the whole channel say it, as in a template `olm.semver`. */
  readonly entry?: Omit<ChannelEntry, 'name'>;
}

/** What choosing between versions of an operator takes; of a folder that is not chosen, nothing else is read. */
export interface BundleOutline {
  /** The name of its CSV, which is the bundle's name in catalogs. */
  readonly name: string;
  /** Absent if neither `metadata/annotations.yaml` nor a catalog names it. */
  readonly packageName?: string;
  /** `spec.version` of the CSV. */
  readonly version?: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
  /** The CSV as it is in the bundle, or of an outline, what `csvOutline` keeps of it. Its namespace has no meaning. */
  readonly csv: KubernetesObject;
  /** From `metadata/dependencies.yaml`, as written: `olm.gvk`, `olm.package`, `olm.label`, `olm.constraint` or an unknown type. */
  readonly dependencies: readonly Property[];
  /** From `metadata/properties.yaml`, as written. */
  readonly properties?: readonly unknown[];
  /** The properties of a bundle in its catalog. */
  readonly catalogProperties?: readonly Property[];
  /** How its upgrade graph is built, where a folder says so. */
  readonly updateGraph?: UpdateGraph;
  /** The channels that catalog templates and `release-config.yaml` put it into; absent where these do not say. */
  readonly releases?: readonly Release[];
  /** Where the CSV is. */
  readonly source?: SourceReference;
}

/** One version of an operator, with all its manifests. */
export interface Bundle extends BundleOutline {
  readonly customResourceDefinitions: readonly KubernetesObject[];
  /** All other manifests. */
  readonly others: readonly KubernetesObject[];
  /** Where each of its manifests is. */
  readonly sources?: ReadonlyMap<KubernetesObject, SourceReference>;
  /** Files in its `manifests/` that are no manifests: OLM v0 leaves them out, OLM v1 refuses the bundle. */
  readonly notManifests?: readonly string[];
  /** The entry of a lock that it comes from: enough to judge it, and not to install it. */
  readonly locked?: LockedEntry;
  /** The field of a bundle of the input in which a lock beside it differs. */
  readonly lockDiffers?: string;
}

/** What a lock says of a bundle, and whether it is so. */
export interface LockedEntry {
  readonly image?: string;
  /** Its catalog, and the platforms of it that were not read. */
  readonly catalog: { readonly name: string; readonly notRead: readonly string[] };
  /** A hash of everything it says: another hash means that something differs. */
  readonly fingerprint: string;
  /** The versions that OLM installs on the way to it. @default none */
  readonly via?: readonly Bundle[];
  /** Compared with the bundle that was pulled earlier by its digest: the same, or where the lock differs. */
  readonly compared: 'same' | 'not-at-hand' | { readonly differs: string };
}

/** A bundle, and the namespace of its CSV. */
export interface InstalledBundle {
  readonly bundle: Bundle;
  readonly namespace: string;
  /** Whether a Subscription or a dependency installs it. */
  readonly isResolved?: true;
  /** The CSVs that need it, where no Subscription asks for it. */
  readonly neededBy?: readonly string[];
}

/** Where a bundle, or one of its manifests, is written. What has no place is named. */
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

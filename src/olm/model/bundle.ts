/** Bundles: one version of an operator in the registry+v1 format, from a folder or from a catalog. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { ChannelEntry, Property } from './catalog.js';
import type { UpdateGraph } from './update-graph.js';

/** A channel that catalog tools put a bundle into, and its entry there. */
export interface Release {
  readonly channel: string;
  /** Absent if the versions of the whole channel define the entry, as in a template `olm.semver`. */
  readonly entry?: Omit<ChannelEntry, 'name'>;
}

/** The fields for choosing between versions of an operator; nothing else of a bundle is read before it is chosen. */
export interface BundleOutline {
  /** The name of its CSV, which is the bundle's name in catalogs. */
  readonly name: string;
  /** Absent if neither `metadata/annotations.yaml` nor a catalog names it. */
  readonly packageName?: string;
  /** `spec.version` of the CSV. */
  readonly version?: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
  /** The CSV of the bundle; for an outline, the fields that `csvOutline` keeps. Its namespace has no meaning. */
  readonly csv: KubernetesObject;
  /** From `metadata/dependencies.yaml`, as written: `olm.gvk`, `olm.package`, `olm.label`, `olm.constraint` or an unknown type. */
  readonly dependencies: readonly Property[];
  /** From `metadata/properties.yaml`, as written. */
  readonly properties?: readonly unknown[];
  /** The properties of the bundle in its catalog. */
  readonly catalogProperties?: readonly Property[];
  /** The way to build the upgrade graph, if the folder states one. */
  readonly updateGraph?: UpdateGraph;
  /** The channels that catalog templates and `release-config.yaml` put the bundle into; absent if they state none. */
  readonly releases?: readonly Release[];
  /** The place of the CSV. */
  readonly source?: SourceReference;
}

/** One version of an operator, with all its manifests. */
export interface Bundle extends BundleOutline {
  readonly customResourceDefinitions: readonly KubernetesObject[];
  /** All other manifests. */
  readonly others: readonly KubernetesObject[];
  /** The place of each manifest. */
  readonly sources?: ReadonlyMap<KubernetesObject, SourceReference>;
  /** Files in `manifests/` that are no manifests: OLM v0 ignores them, OLM v1 refuses the bundle. */
  readonly notManifests?: readonly string[];
  /** The entry in a lock that the bundle was made from: enough to judge it, but not to install it. */
  readonly locked?: LockedEntry;
  /** The first field in which a lock next to the input differs from a bundle of the input. */
  readonly lockDiffers?: string;
}

/** The entry of a bundle in a lock, and the comparison with the real bundle. */
export interface LockedEntry {
  readonly image?: string;
  /** The catalog of the bundle, and the platforms that were not read. */
  readonly catalog: { readonly name: string; readonly notRead: readonly string[] };
  /** A hash of the whole entry: it changes with any field. */
  readonly fingerprint: string;
  /** The versions that OLM installs on the way to the bundle. @default none */
  readonly via?: readonly Bundle[];
  /** The comparison with a bundle of the same digest that was pulled earlier: equal, not available, or the differing field. */
  readonly compared: 'same' | 'not-at-hand' | { readonly differs: string };
  /** The schemas of CRDs by the names of the CRDs, as texts. @default not known */
  readonly schemas?: Readonly<Record<string, string>>;
}

/** A bundle and the namespace of its CSV. */
export interface InstalledBundle {
  readonly bundle: Bundle;
  readonly namespace: string;
  /** Whether a Subscription or a dependency installs the bundle. */
  readonly isResolved?: true;
  /** The CSVs that require the bundle, if it has no Subscription. */
  readonly neededBy?: readonly string[];
  /** The CSV that stays because this one does not run: OLM writes it into `spec.replaces`, whatever the bundle says. */
  readonly replaces?: string;
}

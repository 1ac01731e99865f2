/** Catalogs as plain data: CatalogSources with their packages, channels and bundles. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';

/** One statement of a bundle or CSV about itself or its requirements: a type such as `olm.gvk`, and a value of that type. */
export interface Property {
  readonly type: string;
  readonly value: unknown;
}

/** One bundle of a catalog. */
export interface CatalogBundle {
  /** The name of its CSV. */
  readonly name: string;
  readonly packageName: string;
  readonly image?: string;
  /** Provided and required APIs, in the order of the catalog: dependencies are resolved in this order. */
  readonly properties: readonly Property[];
  /** The manifests, if the catalog contains them: decoded only if the bundle is chosen. */
  readonly objects?: readonly EncodedObject[];
  /** `spec.minKubeVersion` of its CSV, if it is known without the manifests. */
  readonly minKubeVersion?: string;
  /** Fields of the `spec` of its CSV that the catalog has without the manifests, from `olm.csv.metadata`. */
  readonly csvFacts?: Readonly<Record<string, unknown>>;
  /** The place of the `olm.bundle` blob, or of the CSV in a bundle folder. */
  readonly source?: SourceReference;
}

/** A property `olm.bundle.object`. */
export interface EncodedObject {
  /** A manifest in Base64. */
  readonly data: string;
  /** Its index among the properties of the blob. */
  readonly index: number;
}

/** One entry of a channel. Upgrade edges come from here, never from the bundle's CSV. */
export interface ChannelEntry {
  /** The name of the bundle. */
  readonly name: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  readonly skipRange?: string;
}

/** A stream of versions. */
export interface Channel {
  readonly name: string;
  readonly entries: readonly ChannelEntry[];
  /** Whether the bundle folders state no upgrade graph, so that each version is assumed to replace the previous one. */
  readonly isAssumed?: true;
  /** What is wrong with it. With an error among them, no Subscription is met from it. */
  readonly problems?: readonly UnlocatedProblem[];
  readonly source?: SourceReference;
}

/** A deprecation of the schema `olm.deprecations`: it forbids nothing, but is reported. */
export interface Deprecation {
  readonly schema: 'olm.package' | 'olm.channel' | 'olm.bundle';
  /** Absent for the package itself. */
  readonly name?: string;
  readonly message: string;
}

/** An operator in one catalog, or in a set of bundle folders. */
export interface Package {
  readonly name: string;
  /** Empty if the package names none. */
  readonly defaultChannel: string;
  readonly channels: readonly Channel[];
  /** Bundles by name. */
  readonly bundles: ReadonlyMap<string, CatalogBundle>;
  readonly deprecations?: readonly Deprecation[];
  /** What is wrong with its blobs, but for those of its channels. With an error among them, nothing of it is offered. */
  readonly problems?: readonly UnlocatedProblem[];
  /** Whether one of its blobs cannot be read: then OLM v1 cannot read the package, either. */
  readonly isUnreadable?: true;
  /** Where its `olm.package` blob is. */
  readonly source?: SourceReference;
}

/** A CatalogSource of OLM v0 or a ClusterCatalog of OLM v1, and its packages. */
export interface Catalog {
  /** Empty for a ClusterCatalog. */
  readonly namespace: string;
  /** Empty for file-based catalogs of the input without a known owner. */
  readonly name: string;
  /** `spec.priority`. @default 0 */
  readonly priority?: number;
  readonly packages: readonly Package[];
  /** Whether the packages were read; if not, `packages` is empty. */
  readonly known: boolean;
  /** Whether all packages were read, so that the catalog has no others. */
  readonly isWhole?: true;
  /** Whether broken packages or channels are left out: what it offers in their place is not known. */
  readonly isReduced?: true;
  /** What is wrong with its CatalogSource. With one of them, it serves nothing, and every namespace that sees it fails. */
  readonly problems?: readonly UnlocatedProblem[];
  /** The problems of blobs that do not say of which package they are. */
  readonly strayProblems?: readonly UnlocatedProblem[];
  /** The image that serves it, with the Kubernetes version filled in. */
  readonly image?: string;
  readonly imageTemplate?: string;
  /** OLM's message if the image template cannot be filled in; then `spec.image` counts. */
  readonly imageError?: string;
  /** The connection state in its status, if that is not `READY`. */
  readonly connection?: string;
  /** The labels by which ClusterExtensions select a ClusterCatalog. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether `spec.availabilityMode` of a ClusterCatalog is `Unavailable`. OLM v1 then serves nothing of it. */
  readonly isUnavailable?: true;
  /** The manifest of its CatalogSource or ClusterCatalog. */
  readonly manifest?: KubernetesObject;
  /** The place of the OperatorHub that disables it: the cluster has no such CatalogSource. */
  readonly disabledBy?: SourceReference;
  /** The place of its CatalogSource or ClusterCatalog. Absent if the input has none. */
  readonly source?: SourceReference;
}

/** The lock file: the bundle of each Subscription and ClusterExtension, and the content of the bundle that judging needs. */
import type { LOCK_VERSION } from './lock-name.js';

/** The content of a lock. */
export interface LockFile {
  readonly lockVersion: typeof LOCK_VERSION;
  readonly catalogs: LockedCatalog[];
  readonly subscriptions?: LockedSubscription[] | undefined;
  readonly clusterExtensions?: LockedExtension[] | undefined;
  readonly dependencies?: LockedDependency[] | undefined;
  readonly notLocked?: NotLocked[] | undefined;
  readonly packages: LockedPackage[];
  readonly bundles: LockedBundle[];
}

/** A catalog: a CatalogSource as `NAMESPACE/NAME`, a ClusterCatalog as `NAME`. */
export interface LockedCatalog {
  readonly name: string;
  readonly image?: string | undefined;
  readonly digest?: string | undefined;
  /** The platforms of its index that were not read, such as `linux/arm64`. */
  readonly notRead?: string[] | undefined;
}

export interface LockedSubscription {
  readonly namespace: string;
  readonly name: string;
  readonly catalog: string;
  readonly package: string;
  readonly channel?: string | undefined;
  readonly csv: string;
  /** The versions that OLM installs between the previously locked version and this one, in their order. */
  readonly via?: string[] | undefined;
}

export interface LockedExtension extends ExtensionRequest {
  readonly name: string;
  readonly catalog: string;
  readonly package: string;
  readonly bundle: string;
}

/** The fields of a ClusterExtension's `spec.source.catalog` by which OLM v1 chooses a bundle of a package. */
export interface ExtensionRequest {
  readonly version?: string | undefined;
  readonly channels?: string[] | undefined;
  readonly selector?: Record<string, unknown> | undefined;
  readonly upgradeConstraintPolicy?: 'SelfCertified' | undefined;
}

/** An operator without a Subscription that another operator requires. */
export interface LockedDependency {
  readonly namespace: string;
  readonly package: string;
  readonly catalog: string;
  readonly csv: string;
  readonly neededBy: string[];
}

/** A Subscription or ClusterExtension whose operator is in none of the readable catalogs. */
export interface NotLocked {
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly package: string;
  readonly catalog?: string | undefined;
  /** If the whole catalog was read and lacks the package: its packages, the nearest first. */
  readonly nearest?: string[] | undefined;
}

/** The channels of a package with the bundles in the lock. */
export interface LockedPackage {
  readonly catalog: string;
  readonly name: string;
  readonly defaultChannel?: string | undefined;
  readonly channels: { readonly name: string; readonly entries: LockedEntry[] }[];
  readonly deprecations?: LockedDeprecation[] | undefined;
}

/** A bundle in a channel, with the bundles that it replaces. */
export interface LockedEntry {
  readonly name: string;
  readonly replaces?: string | undefined;
  readonly skips?: string[] | undefined;
  readonly skipRange?: string | undefined;
}

export interface LockedDeprecation {
  readonly schema: 'olm.package' | 'olm.channel' | 'olm.bundle';
  readonly name?: string | undefined;
  readonly message: string;
}

/** A bundle: its identity, and the content that judging needs. `metadata` and `spec` are those of its CSV. */
export interface LockedBundle {
  readonly name: string;
  readonly package: string;
  readonly catalog: string;
  readonly image?: string | undefined;
  readonly digest?: string | undefined;
  readonly properties: { readonly type: string; readonly value: unknown }[];
  readonly metadata?:
    | { readonly labels?: Record<string, string> | undefined; readonly annotations?: Record<string, string> | undefined }
    | undefined;
  readonly spec: Record<string, unknown>;
  readonly customResourceDefinitions?: LockedManifest[] | undefined;
  readonly manifests?: LockedManifest[] | undefined;
  /** The schemas of CRDs by the names of the CRDs, as `schema-text.ts` writes them. Locks of earlier versions lack them. */
  readonly schemas?: Record<string, string> | undefined;
}

/** An object of a bundle. A CRD without an apiVersion or a kind belongs to apiextensions.k8s.io/v1. */
export interface LockedManifest {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: { readonly name?: string | undefined; readonly [field: string]: unknown } | undefined;
  readonly [field: string]: unknown;
}

/** The content of a bundle that judging needs. */
export type JudgedContent = Pick<LockedBundle, 'metadata' | 'spec' | 'customResourceDefinitions' | 'manifests' | 'schemas'>;

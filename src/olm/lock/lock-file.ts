/** The lock file: which bundle each Subscription and ClusterExtension resolves to, and the content of it that judging needs. */
import { isMapping } from '../../base/manifest/plain-data.js';

/** The name of the file. It is beside the configuration, or in any folder above the input. */
export const LOCK_FILE = 'olm-lock.yaml';
/** Changes with what the fields mean. */
export const LOCK_VERSION = 1;

/** A lock. */
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
  /** The versions that OLM installs on the way there from what was locked before, in their order. */
  readonly via?: string[] | undefined;
}

export interface LockedExtension {
  readonly name: string;
  readonly catalog: string;
  readonly package: string;
  readonly bundle: string;
}

/** An operator that no Subscription asks for, and another one needs. */
export interface LockedDependency {
  readonly namespace: string;
  readonly package: string;
  readonly catalog: string;
  readonly csv: string;
  readonly neededBy: string[];
}

/** A Subscription or ClusterExtension of which no catalog that could be read has the operator. */
export interface NotLocked {
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly package: string;
  readonly catalog?: string | undefined;
  /** Where the catalog was read whole and does not have the package: those that it has, the nearest first. */
  readonly nearest?: string[] | undefined;
}

/** The channels of a package with the bundles that the lock has. */
export interface LockedPackage {
  readonly catalog: string;
  readonly name: string;
  readonly defaultChannel?: string | undefined;
  readonly channels: { readonly name: string; readonly entries: LockedEntry[] }[];
  readonly deprecations?: LockedDeprecation[] | undefined;
}

/** A bundle in a channel, with what it replaces. */
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

/** A bundle: which one it is, and what is enough to judge it. `metadata` and `spec` are those of its CSV. */
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
}

/** An object of a bundle. A CRD without an apiVersion or a kind is one of apiextensions.k8s.io/v1. */
export interface LockedManifest {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: { readonly name?: string | undefined; readonly [field: string]: unknown } | undefined;
  readonly [field: string]: unknown;
}

/** What of a bundle is enough to judge it. */
export type JudgedContent = Pick<LockedBundle, 'metadata' | 'spec' | 'customResourceDefinitions' | 'manifests'>;

/** Whether a document is a lock. A manifest has a kind, and is never one. */
export function isLock(value: unknown): boolean {
  return isMapping(value) && 'lockVersion' in value && !('kind' in value) && !('items' in value);
}

/** The bundles that nothing comes to in the end: they are installed on the way, by OLM alone. */
export function stepsOf({ subscriptions = [], dependencies = [], clusterExtensions = [], bundles }: LockFile): LockedBundle[] {
  const ends = new Set([
    ...[...subscriptions, ...dependencies].map(({ catalog, csv }) => `${catalog} ${csv}`),
    ...clusterExtensions.map(({ catalog, bundle }) => `${catalog} ${bundle}`),
  ]);
  const between = new Set(subscriptions.flatMap(({ catalog, via = [] }) => via.map((csv) => `${catalog} ${csv}`)));
  return bundles.filter(({ catalog, name }) => between.has(`${catalog} ${name}`) && !ends.has(`${catalog} ${name}`));
}

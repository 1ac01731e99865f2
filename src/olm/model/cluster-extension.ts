/** ClusterExtensions: the operator version that OLM v1 installs, and its namespace. */
import type { LabelSelector } from '../../base/kubernetes/label-selector.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Bundle } from './bundle.js';
import type { StaleLock } from './unknown-operator.js';

/** A bundle by its name and version, as in `status.install.bundle`. */
export interface BundleVersion {
  readonly name: string;
  readonly version: string;
}

/** A ClusterExtension of the cluster. */
export interface ClusterExtension {
  readonly name: string;
  /** The install namespace. */
  readonly namespace: string;
  /** The ServiceAccount with whose permissions OLM installs the operator, up to OLM v1.10. */
  readonly serviceAccount?: string;
  readonly packageName: string;
  /** A version, or a range of versions. */
  readonly version?: string;
  /** The allowed channels; empty for any channel. */
  readonly channels: readonly string[];
  /** Selects the ClusterCatalogs. @default all */
  readonly selector?: LabelSelector;
  /** Whether `spec.source.catalog.upgradeConstraintPolicy` allows every version after the installed one, not only its successors. */
  readonly isSelfCertified?: true;
  /** In a snapshot of a cluster: the installed bundle. */
  readonly installed?: BundleVersion;
  /** `spec.config.inline`, unchanged. */
  readonly inline?: Readonly<Record<string, unknown>>;
  /** The watched namespaces, if an option such as the command line's gives them; otherwise its settings or its install modes decide. */
  readonly watchNamespaces?: readonly string[];
  /** The chosen bundle; absent if there is none. */
  readonly bundle?: Bundle;
  /** Whether its bundle or the manifests of its bundle are not available: then `bundle` is absent, which is no problem. */
  readonly isUnknown?: true;
  /** The bundle that a catalog determines, with or without its manifests, and the bundles that OLM installs before it. */
  readonly chosen?: {
    readonly name: string;
    readonly via: readonly string[];
    /** The facts of the bundle that the catalog has without the manifests. */
    readonly facts?: Bundle;
  };
  /** The difference to the lock, if the lock was made for another request: its bundle stays, and what the request brings is not known. */
  readonly stale?: StaleLock;
  /** An available package with a name similar to that of the missing package. */
  readonly nearest?: string;
  /** The manifest; absent for an extension of a command line. */
  readonly manifest?: KubernetesObject;
  /** The reasons why there is no bundle. */
  readonly problems: readonly UnlocatedProblem[];
  readonly source: SourceReference;
}

/** A ClusterExtension that passed its schema. */
export interface ClusterExtensionManifest {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly namespace: string;
    readonly serviceAccount?: { readonly name?: string | null } | null;
    readonly source: {
      readonly catalog?: {
        readonly packageName: string;
        readonly version?: string | null;
        readonly channels?: readonly string[] | null;
        readonly selector?: LabelSelector | null;
        readonly upgradeConstraintPolicy?: string | null;
      } | null;
    };
    readonly config?: { readonly inline?: Readonly<Record<string, unknown>> | null } | null;
  };
  readonly status?: { readonly install?: { readonly bundle?: BundleVersion | null } | null } | null;
}

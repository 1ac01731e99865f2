/** Subscriptions: an operator's package and version for a namespace. */
import type { KubernetesObject, WrittenMetadata } from '../../base/kubernetes/object.js';
import type { SourceReference } from '../../base/manifest/problem.js';

/** A Subscription of the cluster. */
export interface Subscription {
  readonly name: string;
  readonly namespace: string;
  readonly packageName: string;
  /** If absent, the package's default channel. */
  readonly channel?: string;
  /** The CSV to start with, which pins the version. */
  readonly startingCSV?: string;
  /** The CatalogSource that offers the package. */
  readonly catalogSource: string;
  readonly catalogSourceNamespace: string;
  /** `Automatic` unless set to `Manual`. */
  readonly installPlanApproval?: string;
  /** Settings for the operator's Deployments, unchanged. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** In a snapshot of a cluster: the installed CSV, and the current one, which can still be pending. */
  readonly installedCSV?: string;
  readonly currentCSV?: string;
  /** Whether OLM created it for a dependency (label `olm.managed`). */
  readonly generated?: true;
  /** The name of the CSV that it installs. Absent until the CSV is known. */
  readonly csv?: string;
  readonly manifest: KubernetesObject;
  readonly source: SourceReference;
}

/** A Subscription that passed its schema. */
export interface SubscriptionManifest {
  readonly metadata: WrittenMetadata;
  readonly spec: {
    readonly name: string;
    readonly channel?: string | null;
    readonly startingCSV?: string | null;
    readonly source: string;
    readonly sourceNamespace: string;
    readonly installPlanApproval?: string | null;
    readonly config?: Readonly<Record<string, unknown>> | null;
  };
  readonly status?: { readonly installedCSV?: string | null; readonly currentCSV?: string | null } | null;
}

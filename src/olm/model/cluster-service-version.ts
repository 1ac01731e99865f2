/** ClusterServiceVersions (CSVs) as the rules read them. */
import type { KubernetesObject, WrittenMetadata } from '../../base/kubernetes/object.js';
import type { Fields } from '../../base/kubernetes/pod-spec.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { Bundle } from './bundle.js';

/** One entry of `permissions` or `clusterPermissions`: the rules of a ServiceAccount. */
export interface Permission {
  readonly serviceAccountName: string;
  /** The rules as written; see `policyRule`. */
  readonly rules?: readonly Readonly<Record<string, unknown>>[] | null;
}

/** An owned or required CRD: name, version and kind. */
export interface CrdDescription {
  readonly name: string;
  readonly version: string;
  readonly kind: string;
}

/** An owned or required APIService; `name` is the plural of the resource. */
export interface ApiServiceDescription {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The Deployment that serves an owned APIService. */
  readonly deploymentName?: string | null;
  readonly containerPort?: number | null;
}

/** An admission or conversion webhook of the operator, from `spec.webhookdefinitions`. */
export interface WebhookDescription {
  /** `ValidatingAdmissionWebhook`, `MutatingAdmissionWebhook` or `ConversionWebhook`. */
  readonly type?: string | null;
  readonly generateName: string;
  /** The Deployment that serves it. */
  readonly deploymentName?: string | null;
  readonly containerPort?: number | null;
  /** A port, or the name of a port. */
  readonly targetPort?: string | number | null;
  readonly webhookPath?: string | null;
  readonly rules?: readonly WebhookRule[] | null;
  readonly failurePolicy?: string | null;
  readonly matchPolicy?: string | null;
  readonly objectSelector?: Readonly<Record<string, unknown>> | null;
  readonly sideEffects?: string | null;
  readonly timeoutSeconds?: number | null;
  readonly admissionReviewVersions?: readonly string[] | null;
  readonly reinvocationPolicy?: string | null;
  /** Names of the CRDs whose versions a conversion webhook converts. */
  readonly conversionCRDs?: readonly string[] | null;
}

/** The requests that an admission webhook receives (`admissionregistration.k8s.io/v1` RuleWithOperations). */
export interface WebhookRule {
  readonly operations?: readonly string[] | null;
  readonly apiGroups?: readonly string[] | null;
  readonly apiVersions?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
  readonly scope?: string | null;
}

/** A Deployment that OLM creates for the operator. */
export interface CsvDeployment {
  readonly name: string;
  /** Labels of the Deployment itself. The CSV calls them `label`. */
  readonly labels: Readonly<Record<string, string>>;
  /** The `spec` of the Deployment, as in the CSV. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** The ServiceAccount of its Pods. Absent if none is named, which means `default`. */
  readonly serviceAccountName?: string;
}

/** One entry of `spec.installModes`. */
export interface InstallMode {
  readonly type: string;
  readonly supported: boolean;
}

/** A CSV of the cluster that is not a copy. */
export interface ClusterServiceVersion {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly installModes: readonly InstallMode[];
  readonly installStrategy: string;
  readonly permissions: readonly Permission[];
  readonly clusterPermissions: readonly Permission[];
  readonly deployments: readonly CsvDeployment[];
  readonly deploymentNames: readonly string[];
  /** The ServiceAccount of each Deployment's Pods, if one is named. */
  readonly deploymentAccounts: ReadonlyMap<string, string>;
  readonly ownedCRDs: readonly CrdDescription[];
  readonly requiredCRDs: readonly CrdDescription[];
  readonly ownedAPIServices: readonly ApiServiceDescription[];
  readonly requiredAPIServices: readonly ApiServiceDescription[];
  readonly nativeAPIs: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
  readonly webhooks: readonly WebhookDescription[];
  readonly minKubeVersion?: string;
  /** The operator's version, as written. It can be empty or invalid. */
  readonly version?: string;
  /** Name of the CSV that this one supersedes. */
  readonly replaces?: string;
  /** `status.phase`, in a snapshot of a cluster. */
  readonly phase?: string;
  readonly creationTimestamp?: string;
  readonly manifest: KubernetesObject;
  /** The bundle that contains the CSV, if any. */
  readonly bundle?: Bundle;
  /** Whether a Subscription or a dependency installs the CSV, and it is not in the input. */
  readonly isResolved?: true;
  /** The reason why its OperatorCondition prevents an upgrade, in OLM's words. */
  readonly notUpgradeable?: string;
  /** For a dependency without a Subscription: the CSVs that require it. */
  readonly neededBy?: readonly string[];
  readonly source?: SourceReference;
}

/** A CSV that passed its schema. */
export interface ClusterServiceVersionManifest {
  readonly metadata: WrittenMetadata;
  readonly spec: {
    readonly install: {
      readonly strategy: string;
      readonly spec?: {
        readonly deployments?:
          | readonly {
              readonly name: string;
              readonly label?: Readonly<Record<string, string>> | null;
              readonly spec?: {
                readonly template?: { readonly spec?: (Fields & { readonly serviceAccountName?: string | null }) | null } | null;
                readonly [field: string]: unknown;
              } | null;
            }[]
          | null;
        readonly permissions?: readonly Permission[] | null;
        readonly clusterPermissions?: readonly Permission[] | null;
      } | null;
    };
    readonly installModes?: readonly InstallMode[] | null;
    readonly customresourcedefinitions?: OwnedAndRequired<CrdDescription> | null;
    readonly apiservicedefinitions?: OwnedAndRequired<ApiServiceDescription> | null;
    readonly nativeAPIs?: readonly { readonly group?: string | null; readonly version: string; readonly kind: string }[] | null;
    readonly webhookdefinitions?: readonly WebhookDescription[] | null;
    readonly minKubeVersion?: string | null;
    readonly version?: string | null;
    readonly replaces?: string | null;
  };
  readonly status?: { readonly phase?: string | null } | null;
}

interface OwnedAndRequired<T> {
  readonly owned?: readonly T[] | null;
  readonly required?: readonly T[] | null;
}

// Provided APIs: the owned APIs of a CSV as `Kind.version.group`, and their resources in RBAC.

/** The API of an owned CRD or APIService. */
export interface ProvidedApi {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The resource in RBAC rules. */
  readonly plural: string;
  /** The owned CRD. Absent if an APIService provides the API. */
  readonly crdName?: string;
}

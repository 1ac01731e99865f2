/** The types of a registry+v1 bundle: its CSV, its CRDs and its other manifests, as OLM v0 and OLM v1 read them. */
import type { DeploymentSpec } from '../../base/kubernetes/deployment.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import type { Misfit } from '../../base/kubernetes/typed/misfit.js';
import type { InstallMode } from './cluster-service-version.js';

/** One entry of `spec.install.spec.deployments`. */
export interface StrategyDeployment {
  readonly name: string;
  readonly label?: Readonly<Record<string, string>>;
  readonly spec?: DeploymentSpec;
}

/** One entry of `permissions` or `clusterPermissions`. An empty account means the account `default`. */
export interface StrategyPermission {
  readonly serviceAccountName: string;
  readonly rules?: readonly PolicyRule[];
}

const WEBHOOK_TYPES = ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** One entry of `spec.webhookdefinitions`. */
export interface WebhookDefinition {
  readonly generateName: string;
  /** One of WEBHOOK_TYPES, unless the bundle is invalid. */
  readonly type: string;
  readonly deploymentName?: string;
  readonly containerPort?: number;
  readonly targetPort?: number | string;
  readonly rules?: readonly WebhookRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly objectSelector?: unknown;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly reinvocationPolicy?: string;
  readonly webhookPath?: string;
  readonly conversionCRDs?: readonly string[];
}

/** The requests that a webhook receives. */
export interface WebhookRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/** One entry of `spec.apiservicedefinitions.owned`. */
export interface OwnedApiService {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly deploymentName?: string;
  readonly containerPort?: number;
}

/** The fields of a CSV that matter for its installation. */
export interface InstalledCsv {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly installModes: readonly InstallMode[];
  readonly permissions: readonly StrategyPermission[];
  readonly clusterPermissions: readonly StrategyPermission[];
  readonly deployments: readonly StrategyDeployment[];
  readonly ownedCRDs: readonly { readonly name: string }[];
  readonly ownedAPIServices: readonly OwnedApiService[];
  readonly webhooks: readonly WebhookDefinition[];
}

/** The manifests of a bundle, with a typed CSV. */
export interface RegistryV1 {
  readonly packageName: string;
  readonly csv: InstalledCsv;
  readonly customResourceDefinitions: readonly KubernetesObject[];
  readonly others: readonly KubernetesObject[];
}

/** A field of a bundle's manifest whose value does not have the type of the field. */
export interface BundleMisfit extends Misfit {
  readonly manifest: KubernetesObject;
}

/** The manifests of a bundle, before their types are checked. */
export interface BundleManifests {
  readonly packageName?: string;
  readonly csv: KubernetesObject;
  readonly customResourceDefinitions: readonly KubernetesObject[];
  readonly others: readonly KubernetesObject[];
  /** The list in `metadata/properties.yaml`. */
  readonly properties?: readonly unknown[];
}

/** Reads the CSV, CRDs and other manifests of a registry+v1 bundle into their types, as both generations of OLM do. */

import type { DeploymentSpec } from '../../base/kubernetes/deployment.js';
import { goEscaped, goJson, goString } from '../../base/kubernetes/go-json.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import type { TypeName } from '../../base/kubernetes/typed/fields.js';
import { type Misfit, typed } from '../../base/kubernetes/typed/typed.js';
import { type FieldPath, valueAt } from '../../base/manifest/field-path.js';
import { jsonText } from '../../base/manifest/format.js';
import { isMapping, jsonIn } from '../../base/manifest/plain-data.js';
import type { InstallMode } from './cluster-service-version.js';

/** One entry of `spec.install.spec.deployments`. */
export interface StrategyDeployment {
  readonly name: string;
  readonly label?: Readonly<Record<string, string>>;
  readonly spec?: DeploymentSpec;
}

/** One entry of `permissions` or `clusterPermissions`; the account may be empty, which means `default`. */
export interface StrategyPermission {
  readonly serviceAccountName: string;
  readonly rules?: readonly PolicyRule[];
}

/** The port of a webhook or APIService definition without a port: the default in OLM's CRD. */
export const DEFAULT_PORT = 443;

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

export interface RegistryV1 {
  readonly packageName: string;
  readonly csv: InstalledCsv;
  readonly customResourceDefinitions: readonly KubernetesObject[];
  readonly others: readonly KubernetesObject[];
}

/** A field of one of a bundle's manifests that does not fit its type. */
export interface BundleMisfit extends Misfit {
  readonly manifest: KubernetesObject;
}

/** The manifests of a bundle before they are typed. */
export interface BundleManifests {
  readonly packageName?: string;
  readonly csv: KubernetesObject;
  readonly customResourceDefinitions: readonly KubernetesObject[];
  readonly others: readonly KubernetesObject[];
  /** The list in `metadata/properties.yaml`. */
  readonly properties?: readonly unknown[];
}

/**
 * Reads the manifests of a bundle into their types.
 *
 * @returns the bundle and its misfits: OLM drops unknown fields, and refuses values of a wrong type
 */
export function registryV1(bundle: BundleManifests): { readonly bundle: RegistryV1; readonly misfits: readonly BundleMisfit[] } {
  const misfits: BundleMisfit[] = [];
  const read = readerOf(bundle.csv, misfits);
  const customResourceDefinitions = bundle.customResourceDefinitions.map((crd): KubernetesObject => {
    const of = readerOf(crd, misfits);
    // The fields of any version are read as those of v1.
    return {
      apiVersion: crd.apiVersion,
      kind: crd.kind,
      metadata: of.one('ObjectMeta', ['metadata']) as unknown as KubernetesObject['metadata'],
      spec: of.one('CustomResourceDefinitionSpec', ['spec']),
    };
  });
  const install = ['spec', 'install', 'spec'];
  const csv: InstalledCsv = {
    name: bundle.csv.metadata.name,
    annotations: withProperties(bundle.csv.metadata.annotations ?? {}, bundle.properties),
    installModes: read.list('InstallMode', ['spec', 'installModes']),
    permissions: read.list('StrategyDeploymentPermissions', [...install, 'permissions']),
    clusterPermissions: read.list('StrategyDeploymentPermissions', [...install, 'clusterPermissions']),
    deployments: read.list('StrategyDeploymentSpec', [...install, 'deployments']),
    ownedCRDs: read.known('CRDDescription', ['spec', 'customresourcedefinitions', 'owned']),
    ownedAPIServices: read.known('APIServiceDescription', ['spec', 'apiservicedefinitions', 'owned']),
    webhooks: read.list('WebhookDescription', ['spec', 'webhookdefinitions']),
  };
  // An object without metadata cannot be created; a finding reports it.
  const others = bundle.others.filter(({ metadata }) => isMapping(metadata));
  return { bundle: { packageName: bundle.packageName ?? '', csv, customResourceDefinitions, others }, misfits };
}

function readerOf(manifest: KubernetesObject, misfits: BundleMisfit[]) {
  const one = <T>(type: TypeName, at: FieldPath, value: unknown = valueAt(manifest, at), onlyKnown = false): T => {
    const read = typed<T>(type, value ?? {}, at);
    for (const misfit of read.misfits) if (!onlyKnown || misfit.expected !== undefined) misfits.push({ ...misfit, manifest });
    return read.value;
  };
  const list = <T>(type: TypeName, at: FieldPath, onlyKnown = false): T[] => {
    const value = valueAt(manifest, at) ?? [];
    if (Array.isArray(value)) return value.map((entry, index) => one<T>(type, [...at, index], entry, onlyKnown));
    misfits.push({ manifest, at, expected: 'a list', found: value });
    return [];
  };
  // Descriptions of APIs have many more fields, which nothing here reads.
  return { one, list, known: <T>(type: TypeName, at: FieldPath): T[] => list<T>(type, at, true) };
}

const PROPERTIES_ANNOTATION = 'olm.properties';

/**
 * OLM v1 appends the bundle's properties to those that the CSV already names: the CSV's as written, the bundle's, which were YAML,
 * with sorted keys (operator-controller's copyMetadataPropertiesToCSV).
 */
function withProperties(
  annotations: Readonly<Record<string, string>>,
  properties: readonly unknown[] = [],
): Readonly<Record<string, string>> {
  if (properties.length === 0) return annotations;
  const own = listIn(annotations[PROPERTIES_ANNOTATION] ?? '[]').map((property) =>
    propertyJson(property, goEscaped(jsonText(propertyValue(property)))),
  );
  const added = properties.map((property) => propertyJson(property, goJson(propertyValue(property))));
  return { ...annotations, [PROPERTIES_ANNOTATION]: `[${[...own, ...added].join(',')}]` };
}

function propertyJson(property: unknown, value: string): string {
  const { type = '' } = (property ?? {}) as { readonly type?: unknown };
  return `{"type":${goString(String(type))},"value":${value}}`;
}

function propertyValue(property: unknown): unknown {
  return ((property ?? {}) as { readonly value?: unknown }).value ?? null;
}

/** The list in a text; empty for anything else, as an annotation can have any text. */
function listIn(text: string): unknown[] {
  const value = jsonIn(text);
  return Array.isArray(value) ? value : [];
}

/** Whether a webhook definition has a type. */
export function isWebhookOf(type: WebhookType): (webhook: WebhookDefinition) => boolean {
  return (webhook) => webhook.type === type;
}

/** The install modes that a CSV supports, in byte order, each once. */
export function supportedInstallModes({ installModes }: InstalledCsv): string[] {
  return [...new Set(installModes.filter(({ supported }) => supported).map(({ type }) => type))].sort();
}

/** The ServiceAccount of a permission; an empty name means `default`. */
export function accountOf({ serviceAccountName }: StrategyPermission): string {
  return serviceAccountName || 'default';
}

/** OLM v1's validation of a bundle before rendering: all run, in this order (operator-controller's registryv1.BundleValidator). */

import { MAX_SUBDOMAIN_LENGTH, SUBDOMAIN } from '../../../base/kubernetes/names.js';
import { compareText, type KubernetesObject, sortedOnce } from '../../../base/kubernetes/object.js';
import { isWebhookOf, supportedInstallModes } from '../../model/csv-parts.js';
import type { RegistryV1, WebhookDefinition, WebhookRule } from '../../model/registry-v1.js';
import { isSupportedKind } from '../bundle-kinds.js';

// Helpers of OLM v1's validators (operator-controller's rukpak/render/registryv1/validators).

/** Checks a bundle. @returns OLM's messages, none for a valid bundle */
export type Validator = (bundle: RegistryV1) => readonly string[];

/** The duplicate values, each once, in byte order. */
export function duplicates(values: readonly string[]): string[] {
  return sortedOnce(values.filter((value, index) => values.indexOf(value) !== index));
}

/** apimachinery's messages about a name that is no DNS-1123 subdomain, in byte order. */
export function subdomainErrors(name: string): string[] {
  const errors: string[] = [];
  if (!SUBDOMAIN.test(name)) {
    errors.push(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    );
  }
  if (name.length > MAX_SUBDOMAIN_LENGTH) errors.push(`must be no more than ${MAX_SUBDOMAIN_LENGTH} characters`);
  return errors;
}

/** The bundle's package must have a name (OLM v1's CheckPackageNameNotEmpty). */
export const packageNameIsThere: Validator = ({ packageName }) => (packageName === '' ? ['package name is empty'] : []);

// Deployments of a bundle: unique names that Kubernetes accepts.

/** OLM v1's CheckDeploymentSpecUniqueness. */
export const deploymentNamesAreUnique: Validator = ({ csv }) =>
  duplicates(csv.deployments.map(({ name }) => name)).map(
    (name) => `cluster service version contains duplicate strategy deployment spec '${name}'`,
  );

/** OLM v1's CheckDeploymentNameIsDNS1123SubDomain. */
export const deploymentNamesAreSubdomains: Validator = ({ csv }) =>
  sortedOnce(csv.deployments.map(({ name }) => name)).flatMap((name) => {
    const errors = subdomainErrors(name);
    return errors.length === 0 ? [] : [`invalid cluster service version strategy deployment name '${name}': ${errors.join(', ')}`];
  });

/** CRDs of a bundle: unique names, and all CRDs that the CSV owns. */
function crdNames({ customResourceDefinitions }: RegistryV1): string[] {
  return customResourceDefinitions.map(({ metadata }) => metadata.name);
}

/** OLM v1's CheckCRDResourceUniqueness. */
export const crdNamesAreUnique: Validator = (bundle) =>
  duplicates(crdNames(bundle)).map((name) => `bundle contains duplicate custom resource definition '${name}'`);

/** OLM v1's CheckOwnedCRDExistence. */
export const ownedCrdsAreThere: Validator = (bundle) => {
  const there = new Set(crdNames(bundle));
  return sortedOnce(bundle.csv.ownedCRDs.map(({ name }) => name).filter((name) => !there.has(name))).map(
    (name) => `cluster service definition references owned custom resource definition '${name}' not found in bundle`,
  );
};

/** OLM installs only some kinds of manifests. */
export const manifestKindsAreSupported: Validator = ({ others }) =>
  others
    .filter(({ kind }) => !isSupportedKind(kind))
    .map(({ kind, metadata }) => `unsupported resource ${JSON.stringify(metadata?.name ?? '')} with kind ${JSON.stringify(kind)}`);

/** Admission webhooks must not apply to OLM's own objects or to other webhooks (OLM v1's CheckWebhookRules). */
const FORBIDDEN_GROUPS = ['olm.operatorframework.io', '*'];
const ADMISSION_GROUP = 'admissionregistration.k8s.io';
const FORBIDDEN_RESOURCES = [
  '*',
  'mutatingwebhookconfiguration',
  'mutatingwebhookconfigurations',
  'validatingwebhookconfiguration',
  'validatingwebhookconfigurations',
];

export const webhookRulesAreAllowed: Validator = ({ csv }) =>
  csv.webhooks
    .filter(({ type }) => type !== 'ConversionWebhook')
    .flatMap(({ generateName, rules = [] }) =>
      rules
        .flatMap(forbidden)
        .map((what) => `webhook ${JSON.stringify(generateName)} contains forbidden rule: admission webhook rules cannot reference ${what}`),
    );

function forbidden({ apiGroups = [], resources = [] }: WebhookRule): string[] {
  return apiGroups.flatMap((group) => [
    ...(FORBIDDEN_GROUPS.includes(group) ? [`API group ${JSON.stringify(group)}`] : []),
    ...(group === ADMISSION_GROUP ? resources : [])
      .filter((resource) => FORBIDDEN_RESOURCES.includes(resource.toLowerCase()))
      .map((resource) => `resource ${JSON.stringify(resource)} for API group ${JSON.stringify(group)}`),
  ]);
}

// Webhook definitions: each has a Deployment, and a unique name that Kubernetes accepts.

/** OLM v1's CheckWebhookDeploymentReferentialIntegrity. */
export const webhookDeploymentsAreThere: Validator = ({ csv }) => {
  const there = new Set(csv.deployments.map(({ name }) => name));
  return csv.webhooks
    .filter(({ deploymentName = '' }) => !there.has(deploymentName))
    .sort(
      (a, b) =>
        compareText(a.deploymentName ?? '', b.deploymentName ?? '') ||
        compareText(a.type, b.type) ||
        compareText(a.generateName, b.generateName),
    )
    .map(
      ({ type, generateName, deploymentName = '' }) =>
        `webhook of type '${type}' with name '${generateName}' references non-existent deployment '${deploymentName}'`,
    );
};

/** OLM v1's CheckWebhookNameUniqueness: names of different types may be equal. */
export const webhookNamesAreUnique: Validator = (bundle) =>
  byType(bundle).flatMap(([type, names]) => duplicates(names).map((name) => `duplicate webhook '${name}' of type '${type}'`));

/** OLM v1's CheckWebhookNameIsDNS1123SubDomain. */
export const webhookNamesAreSubdomains: Validator = (bundle) =>
  byType(bundle).flatMap(([type, names]) =>
    sortedOnce(names).flatMap((name) => {
      const errors = subdomainErrors(name);
      return errors.length === 0 ? [] : [`webhook of type '${type}' has invalid name '${name}': ${errors.join(',')}`];
    }),
  );

/** The names of the definitions by type, with types in byte order. */
function byType({ csv: { webhooks } }: RegistryV1): [string, string[]][] {
  const namesOf = (wanted: string): string[] => webhooks.filter(({ type }) => type === wanted).map(webhookName);
  return sortedOnce(webhooks.map(({ type }) => type)).map((type) => [type, namesOf(type)]);
}

function webhookName({ generateName }: WebhookDefinition): string {
  return generateName;
}

/** Conversion webhooks: a CRD has one for the whole cluster, and the operator must own that CRD. */
function conversionWebhooks({ csv }: RegistryV1): WebhookDefinition[] {
  return csv.webhooks.filter(isWebhookOf('ConversionWebhook'));
}

/** OLM v1's CheckConversionWebhookSupport. */
export const conversionIsForAllNamespaces: Validator = (bundle) => {
  const modes = supportedInstallModes(bundle.csv);
  if (modes.length === 1 && modes[0] === 'AllNamespaces') return [];
  return conversionWebhooks(bundle).map(
    ({ generateName }) =>
      `bundle contains conversion webhook ${JSON.stringify(generateName)} and supports install modes [${modes.join(' ')}] - conversion webhooks are only supported for bundles that only support AllNamespaces install mode`,
  );
};

/** OLM v1's CheckConversionWebhookCRDReferenceUniqueness. */
export const conversionIsUnique: Validator = (bundle) => {
  const webhooks = conversionWebhooks(bundle);
  return sortedOnce(webhooks.flatMap(({ conversionCRDs = [] }) => conversionCRDs)).flatMap((crd) => {
    const names = webhooks.flatMap(({ generateName, conversionCRDs = [] }) =>
      conversionCRDs.filter((name) => name === crd).map(() => generateName),
    );
    return names.length === 1
      ? []
      : [`conversion webhooks [${names.sort(compareText).join(',')}] reference same custom resource definition '${crd}'`];
  });
};

/** OLM v1's CheckConversionWebhooksReferenceOwnedCRDs. */
export const convertedCrdsAreOwned: Validator = (bundle) => {
  const owned = new Set(bundle.csv.ownedCRDs.map(({ name }) => name));
  return conversionWebhooks(bundle)
    .sort((a, b) => compareText(a.generateName, b.generateName))
    .flatMap(({ generateName, conversionCRDs = [] }) =>
      [...conversionCRDs]
        .sort(compareText)
        .filter((crd) => !owned.has(crd))
        .map((crd) => `conversion webhook '${generateName}' references custom resource definition '${crd}' not owned bundle`),
    );
};

/** OLM's first message in its check of CRDs, about a CRD whose objects the API server would not convert. */
export function unconvertible(bundle: RegistryV1): string | undefined {
  const converted = new Set(conversionWebhooks(bundle).flatMap(({ conversionCRDs = [] }) => conversionCRDs));
  const crd = bundle.customResourceDefinitions.find((object) => converted.has(object.metadata.name) && preservesUnknownFields(object));
  if (!crd) return undefined;
  return `custom resource definition '${crd.metadata.name}' must have .spec.preserveUnknownFields set to false to let API Server call webhook to do the conversion`;
}

function preservesUnknownFields({ spec }: KubernetesObject): boolean {
  return (spec as { preserveUnknownFields?: boolean } | undefined)?.preserveUnknownFields === true;
}

export const VALIDATORS: readonly Validator[] = [
  deploymentNamesAreUnique,
  deploymentNamesAreSubdomains,
  crdNamesAreUnique,
  ownedCrdsAreThere,
  packageNameIsThere,
  conversionIsForAllNamespaces,
  webhookDeploymentsAreThere,
  webhookNamesAreUnique,
  webhookNamesAreSubdomains,
  conversionIsUnique,
  convertedCrdsAreOwned,
  webhookRulesAreAllowed,
  manifestKindsAreSupported,
];

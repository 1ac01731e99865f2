/** OLM v1's renderer: the generators for a bundle; the list at the end has all of them (operator-controller's registryv1). */
import { withPodAnnotations } from '../../../base/kubernetes/change-pods.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { bindingObject, roleObject } from '../../../base/kubernetes/rbac.js';
import { jsonText } from '../../../base/manifest/format.js';
import { accountOf, isWebhookOf } from '../../model/csv-parts.js';
import { NEWEST_OLM_V1 } from '../../model/olm-version.js';
import type { StrategyDeployment, StrategyPermission, WebhookDefinition } from '../../model/registry-v1.js';
import { goesIntoNamespace } from '../../rules/bundle-kinds.js';
import { defaultTargetNamespaces, invalidTargetNamespaces } from '../../rules/v1/support.js';
import { unconvertible, VALIDATORS } from '../../rules/v1/validators.js';
import { type Serving, withCertificateVolumes } from '../certificates.js';
import { V1_SETTINGS, withSettings } from '../install/settings.js';
import { metadataWith } from '../metadata.js';
import { permissionName, servingNames, servingOf, type V1Context, type V1Generator, watchesAll } from './context.js';

// A role, and its binding to an operator's ServiceAccount.

/** @param namespace the namespace of a Role; without one, it is a ClusterRole */
export function roleAndBinding(
  { bundle, installNamespace }: V1Context,
  permission: StrategyPermission,
  namespace?: string,
): KubernetesObject[] {
  const metadata = { name: permissionName(bundle.csv.name, permission), ...(namespace === undefined ? {} : { namespace }) };
  const role = roleObject(metadata, permission.rules ?? []);
  const subjects = [{ kind: 'ServiceAccount', name: accountOf(permission), namespace: installNamespace }];
  return [role, bindingObject(metadata, { kind: role.kind, name: metadata.name }, subjects)];
}

/** ServiceAccounts in permissions, except `default` (OLM v1's BundleCSVServiceAccountGenerator). */
export const serviceAccounts: V1Generator = ({ bundle: { csv }, installNamespace }) =>
  [...new Set([...csv.permissions, ...csv.clusterPermissions].map(accountOf))]
    .filter((name) => name !== 'default')
    .map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: installNamespace } }));

/** Roles and RoleBindings: each permission in each target namespace (OLM v1's BundleCSVPermissionsGenerator). */
export const roles: V1Generator = (context) =>
  watchesAll(context)
    ? []
    : context.targetNamespaces.flatMap((namespace) =>
        context.bundle.csv.permissions.flatMap((permission) => roleAndBinding(context, permission, namespace)),
      );

/**
 * ClusterRoles and ClusterRoleBindings: the cluster permissions, and all others too if the operator watches all namespaces
 * (OLM v1's BundleCSVClusterPermissionsGenerator).
 */
export const clusterRoles: V1Generator = (context) => {
  const { permissions, clusterPermissions } = context.bundle.csv;
  const lifted = watchesAll(context) ? permissions.map(withNamespaces) : [];
  return [...clusterPermissions, ...lifted].flatMap((permission) => roleAndBinding(context, permission));
};

/** The permission with a rule for listing namespaces, for an operator that watches all of them. */
function withNamespaces(permission: StrategyPermission): StrategyPermission {
  const namespaces = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] };
  return { ...permission, rules: [...(permission.rules ?? []), namespaces] };
}

/** CRDs; those that a conversion webhook names get their conversion (OLM v1's BundleCRDGenerator). */
export const customResourceDefinitions: V1Generator = (context) => {
  const webhooks = context.bundle.csv.webhooks.filter(isWebhookOf('ConversionWebhook'));
  return context.bundle.customResourceDefinitions.map((crd) => {
    const webhook = webhooks.find(({ conversionCRDs = [] }) => conversionCRDs.includes(crd.metadata.name));
    return webhook ? converted(crd, webhook, context) : crd;
  });
};

function converted(crd: KubernetesObject, webhook: WebhookDefinition, context: V1Context): KubernetesObject {
  const serving = servingOf(context, webhook.deploymentName ?? '');
  const metadata = metadataWith(crd.metadata, {}, context.certificates?.caAnnotations(serving));
  return withConversion({ ...crd, metadata }, webhook, serving, 0);
}

/** A CRD with its conversion webhook. @param port the default port of the definition */
export function withConversion(
  crd: KubernetesObject,
  { webhookPath, containerPort, admissionReviewVersions }: WebhookDefinition,
  { namespace, service: name }: Serving,
  port: number,
): KubernetesObject {
  const service = { namespace, name, path: webhookPath ?? '/', port: containerPort ?? port };
  const conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig: { service }, conversionReviewVersions: admissionReviewVersions ?? [] },
  };
  return { ...crd, spec: { ...(crd.spec as object), conversion } };
}

/** The bundle's other manifests, unchanged; namespaced ones in the operator's namespace (OLM v1's BundleAdditionalResourcesGenerator). */
export const otherManifests: V1Generator = ({ bundle, installNamespace }) =>
  bundle.others.map((object) =>
    goesIntoNamespace(object.kind) ? { ...object, metadata: { ...object.metadata, namespace: installNamespace } } : object,
  );

/** Deployments of the install strategy (OLM v1's BundleCSVDeploymentGenerator). */
export const deployments: V1Generator = (context) => {
  const serving = new Set(servingNames(context));
  return context.bundle.csv.deployments.map((entry) => {
    const deployment = deploymentOf(entry, serving.has(entry.name), context);
    return context.config ? withSettings(deployment, context.config, V1_SETTINGS) : deployment;
  });
};

function deploymentOf({ name, label, spec = {} }: StrategyDeployment, isServing: boolean, context: V1Context): KubernetesObject {
  const { bundle, certificates, installNamespace, targetNamespaces, release = NEWEST_OLM_V1 } = context;
  const projected = withPodAnnotations(
    { ...spec, revisionHistoryLimit: 1 },
    {
      ...bundle.csv.annotations,
      ...spec.template?.metadata?.annotations,
      'olm.targetNamespaces': targetNamespaces.join(','),
      ...(release.behaviours.has('annotatesOperatorNamespace') ? { 'olm.operatorNamespace': installNamespace } : {}),
    },
  );
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: installNamespace, ...(label ? { labels: label } : {}) },
    spec: certificates && isServing ? withCertificateVolumes(projected, servingOf(context, name).certificate) : projected,
  };
}

// One webhook configuration for one webhook definition.

/** @param more fields of only one kind of webhook */
export function webhookConfiguration(
  kind: string,
  definition: WebhookDefinition,
  context: V1Context,
  more: Readonly<Record<string, unknown>> = {},
): KubernetesObject {
  const serving = servingOf(context, definition.deploymentName ?? '');
  const name = definition.generateName.replace(/-$/, '');
  const selector = namespaceSelector(context.targetNamespaces);
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: metadataWith({ name }, {}, context.certificates?.caAnnotations(serving)),
    webhooks: [
      {
        name,
        clientConfig: { service: serviceReference(serving, definition, 0) },
        ...admissionFields(definition),
        ...more,
        ...(selector ? { namespaceSelector: selector } : {}),
      },
    ],
  };
}

/** The Service of a webhook. @param port the default port of the definition */
export function serviceReference(
  { namespace, service: name }: Serving,
  { webhookPath: path, containerPort }: WebhookDefinition,
  port: number,
): Record<string, unknown> {
  return { namespace, name, ...(path === undefined ? {} : { path }), port: containerPort ?? port };
}

/** The fields that a webhook copies from its definition. */
export function admissionFields(definition: WebhookDefinition): Record<string, unknown> {
  const { rules, failurePolicy, matchPolicy, objectSelector, sideEffects, timeoutSeconds, admissionReviewVersions } = definition;
  const fields = { rules, failurePolicy, matchPolicy, objectSelector, sideEffects, timeoutSeconds, admissionReviewVersions };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The selector for the target namespaces; undefined if these are all namespaces. */
export function namespaceSelector(targetNamespaces: readonly string[]): Record<string, unknown> | undefined {
  if (targetNamespaces.length === 0 || targetNamespaces.includes('')) return undefined;
  return { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: targetNamespaces }] };
}

/** ValidatingWebhookConfigurations (OLM v1's BundleValidatingWebhookResourceGenerator). */
export const validatingWebhooks: V1Generator = (context) =>
  context.bundle.csv.webhooks
    .filter(isWebhookOf('ValidatingAdmissionWebhook'))
    .map((definition) => webhookConfiguration('ValidatingWebhookConfiguration', definition, context));

/** MutatingWebhookConfigurations (OLM v1's BundleMutatingWebhookResourceGenerator). */
export const mutatingWebhooks: V1Generator = (context) =>
  context.bundle.csv.webhooks.filter(isWebhookOf('MutatingAdmissionWebhook')).map((definition) => {
    const { reinvocationPolicy } = definition;
    const more = reinvocationPolicy === undefined ? {} : { reinvocationPolicy };
    return webhookConfiguration('MutatingWebhookConfiguration', definition, context, more);
  });

// Services of the Deployments that serve webhooks (OLM v1's BundleDeploymentServiceResourceGenerator).

/** One port of a Service. */
export interface ServicePort {
  readonly name: string;
  readonly port: number;
  readonly targetPort: number | string;
}

export const services: V1Generator = (context) => {
  const { bundle, certificates } = context;
  return bundle.csv.deployments.flatMap(({ name, spec }) => {
    const webhooks = bundle.csv.webhooks.filter(({ deploymentName }) => deploymentName === name);
    if (webhooks.length === 0) return [];
    const serving = servingOf(context, name);
    const selector = spec?.selector?.matchLabels;
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadataWith({ name: serving.service, namespace: serving.namespace }, {}, certificates?.serviceAnnotations(serving)),
      spec: { ports: distinctPorts(webhooks.map(webhookPort)).sort(byPort), ...(selector ? { selector } : {}) },
    };
  });
};

/** The port of a webhook: 443 by default; the container listens on the same port by default. */
export function webhookPort({ containerPort, targetPort }: Pick<WebhookDefinition, 'containerPort' | 'targetPort'>): ServicePort {
  const port = containerPort !== undefined && containerPort > 0 ? containerPort : 443;
  return { name: String(port), port, targetPort: targetPort ?? port };
}

/** Each port once. */
export function distinctPorts(ports: readonly ServicePort[]): ServicePort[] {
  return [...new Map(ports.map((port) => [jsonText([port.port, port.targetPort]), port])).values()];
}

/** Sorts ports. A named target port counts as 0, a number in quotes as that number. */
function byPort(a: ServicePort, b: ServicePort): number {
  const numberOf = ({ targetPort }: ServicePort): number => (/^[+-]?\d+$/.test(String(targetPort)) ? Number(targetPort) : 0);
  return a.port - b.port || numberOf(a) - numberOf(b);
}

/** The certificate provider's objects (OLM v1's CertProviderResourceGenerator). */
export const certificateObjects: V1Generator = (context) =>
  servingNames(context).flatMap((deployment) => context.certificates?.objects(servingOf(context, deployment)) ?? []);

export const V1_GENERATORS: readonly V1Generator[] = [
  serviceAccounts,
  roles,
  clusterRoles,
  customResourceDefinitions,
  otherManifests,
  deployments,
  validatingWebhooks,
  mutatingWebhooks,
  services,
  certificateObjects,
];

/** An installation request; without target namespaces, the default of the bundle's install modes applies. */
export interface V1Request extends Omit<V1Context, 'targetNamespaces'> {
  readonly targetNamespaces?: readonly string[];
}

/** The generators' input for a bundle, or OLM v1's message about a refused bundle or option. */
export function v1Context(request: V1Request): { readonly context: V1Context } | { readonly refusal: string } {
  const { bundle, installNamespace } = request;
  const targetNamespaces = request.targetNamespaces?.length ? request.targetNamespaces : defaultTargetNamespaces(bundle.csv);
  const invalid = VALIDATORS.flatMap((validate) => validate(bundle));
  const refusal =
    invalid.length > 0
      ? invalid.join('\n')
      : (invalidTargetNamespaces(bundle.csv, installNamespace, targetNamespaces) ?? unconvertible(bundle));
  return refusal === undefined ? { context: { ...request, targetNamespaces } } : { refusal };
}

/** OLM v1's objects for a bundle, in the order of the generators. */
export function renderV1(context: V1Context): KubernetesObject[] {
  return V1_GENERATORS.flatMap((generate) => generate(context));
}

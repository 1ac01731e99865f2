/** Installs an operator without OLM: generators for all of OLM's objects except roles, and at the end their list, a table of contents. */

import { withContainers, withPod, withPodAnnotations } from '../../../base/kubernetes/change-pods.js';
import type { DeploymentSpec, EnvVar } from '../../../base/kubernetes/deployment.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { bindingObject } from '../../../base/kubernetes/rbac.js';
import { INJECT_CA_FROM } from '../../../base/tools/cert-manager.js';
import { apiServiceName } from '../../model/api-key.js';
import type { ClusterProxy } from '../../model/cluster.js';
import { DEFAULT_PORT, isWebhookOf } from '../../model/csv-parts.js';
import { csvReference } from '../../model/finding.js';
import type { StrategyDeployment, WebhookDefinition } from '../../model/registry-v1.js';
import { apiVersionOfKind, goesIntoNamespace } from '../../rules/bundle-kinds.js';
import { AUTH_DELEGATOR, AUTH_READER } from '../certificate-roles.js';
import type { Generator } from '../context.js';
import { metadataWith, ownMetadata } from '../metadata.js';
import {
  admissionFields,
  distinctPorts,
  namespaceSelector,
  type ServicePort,
  serviceReference,
  webhookPort,
  withConversion,
} from '../v1/generators.js';
import type { Installation, InstallContext, Installed, InstallGenerator, InstallRules } from './context.js';
import { API_SERVICES_FIELD, DEPLOYMENTS_FIELD, servingDeploymentsOf, servingIn, WEBHOOKS_FIELD } from './serving.js';
import { withSettings } from './settings.js';

/** CRDs; those that a conversion webhook names get their conversion (OLM's createOrUpdateConversionWebhook). */
export const customResourceDefinitions: InstallGenerator = (context) => {
  const webhooks = context.bundle.csv.webhooks.filter(isWebhookOf('ConversionWebhook'));
  return context.bundle.customResourceDefinitions.map((crd) => {
    const webhook = webhooks.find(({ conversionCRDs = [] }) => conversionCRDs.includes(crd.metadata.name));
    const own = { ...crd, metadata: ownMetadata(crd.metadata, crd.metadata.annotations ?? {}) };
    return { object: webhook ? converted(own, webhook, context) : own, manifest: crd };
  });
};

function converted(crd: KubernetesObject, webhook: WebhookDefinition, context: InstallContext): KubernetesObject {
  const serving = servingIn(context, webhook.deploymentName ?? '');
  // Builds of other projects leave this annotation with an unknown namespace.
  const { [INJECT_CA_FROM]: _, ...annotations } = crd.metadata.annotations ?? {};
  const { annotations: __, ...own } = crd.metadata;
  const metadata = metadataWith(
    own as KubernetesObject['metadata'],
    {},
    { ...annotations, ...context.certificates?.caAnnotations(serving) },
  );
  return withConversion({ ...crd, metadata }, webhook, serving, DEFAULT_PORT);
}

// The bundle's other manifests; namespaced ones in the operator's namespace. References inside stay unchanged, as in OLM.

/** A namespaced kind that is cluster-scoped in the list of both generations of OLM. */
const NAMESPACED_ALL_THE_SAME = 'VerticalPodAutoscaler';

export const otherManifests: InstallGenerator = (context) =>
  context.bundle.others.map((manifest) => ({ object: placed(manifest, context), manifest }));

/** The manifest without fields of a cluster, and with the apiVersion that OLM assumes for its kind. */
function placed(manifest: KubernetesObject, context: InstallContext): KubernetesObject {
  const { apiVersion, kind, status: _, ...rest } = withoutNoRules(manifest);
  const own = ownMetadata(manifest.metadata, manifest.metadata.annotations ?? {});
  const isNamespaced = goesIntoNamespace(kind) || kind === NAMESPACED_ALL_THE_SAME;
  return {
    apiVersion: apiVersion || (apiVersionOfKind(kind) ?? ''),
    kind,
    ...rest,
    metadata: metadataWith(isNamespaced ? { ...own, namespace: context.namespace } : own, context.rules.labels(context, kind)),
  };
}

/** The manifest without empty rules: Kubernetes fills in the rules of an aggregated role, so empty ones would always be a difference. */
function withoutNoRules(manifest: KubernetesObject): KubernetesObject {
  const { rules, ...rest } = manifest;
  const isEmpty = rules === null || (Array.isArray(rules) && rules.length === 0);
  return manifest.kind === 'ClusterRole' && manifest.aggregationRule && isEmpty ? rest : manifest;
}

/**
 * Bindings for serving an APIService: to ask for the identity and permissions of a caller, and to read the API server's client CA.
 * OLM makes them for webhooks too, which do not need them.
 */
export const servingBindings: InstallGenerator = (context) => {
  if (!context.rules.hasServingBindings) return [];
  const serving = new Set(context.bundle.csv.ownedAPIServices.map(({ deploymentName = '' }) => deploymentName));
  return context.bundle.csv.deployments
    .filter(({ name }) => serving.has(name))
    .flatMap(({ name, spec }) => bindingsToServe(name, spec?.template?.spec?.serviceAccountName || 'default', context))
    .map((object) => ({ object, field: API_SERVICES_FIELD }));
};

function bindingsToServe(deployment: string, account: string, context: InstallContext): KubernetesObject[] {
  const { namespace, service } = servingIn(context, deployment);
  const subjects = [{ kind: 'ServiceAccount', name: account, namespace }];
  // Both objects are outside of the operator's namespace, so their names contain it.
  const name = (what: string): string => `${service}-${namespace}-${what}`;
  return [
    bindingObject({ name: name('auth-delegator') }, AUTH_DELEGATOR, subjects),
    bindingObject({ name: name('auth-reader'), namespace: 'kube-system' }, AUTH_READER, subjects),
  ];
}

/** Services of the Deployments that serve webhooks and APIServices (OLM's installCertRequirementsForDeployment). */
export const services: InstallGenerator = (context) => {
  const { bundle, certificates, rules } = context;
  return servingDeploymentsOf(context).map((deployment) => {
    const serving = servingIn(context, deployment);
    const selector = bundle.csv.deployments.find(({ name }) => name === deployment)?.spec?.selector?.matchLabels;
    const metadata = { name: serving.service, namespace: serving.namespace };
    return {
      object: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: metadataWith(metadata, rules.labels(context, 'Service'), certificates?.serviceAnnotations(serving)),
        spec: { ports: servingPorts(context, deployment), ...(selector ? { selector } : {}) },
      },
      field: ['spec', 'install', 'spec', 'deployments'],
    };
  });
};

/** The ports of a Deployment's APIServices, then those of its webhooks, each once. */
export function servingPorts({ bundle: { csv } }: Pick<InstallContext, 'bundle'>, deployment: string): ServicePort[] {
  const isServed = ({ deploymentName }: { deploymentName?: string }): boolean => deploymentName === deployment;
  const apiServices = csv.ownedAPIServices.filter(isServed).map(({ containerPort }) => webhookPort({ containerPort: containerPort ?? 0 }));
  return distinctPorts([...apiServices, ...csv.webhooks.filter(isServed).map(webhookPort)]);
}

/** The certificate provider's objects for each serving Deployment. Never a key: the cluster makes it. */
export const certificates: InstallGenerator = (context) =>
  servingDeploymentsOf(context).flatMap((deployment) =>
    (context.certificates?.objects(servingIn(context, deployment)) ?? []).map((object) => ({ object, field: DEPLOYMENTS_FIELD })),
  );

/** The variables for the cluster's proxy in operators (OLM's overrides/proxy). */
const VARIABLES = [
  ['HTTP_PROXY', 'httpProxy'],
  ['HTTPS_PROXY', 'httpsProxy'],
  ['NO_PROXY', 'noProxy'],
] as const;

/** The proxy variables; none if the Subscription sets one of the three itself. */
export function proxyEnv(proxy: ClusterProxy, configured: readonly EnvVar[]): EnvVar[] {
  if (configured.some(({ name }) => VARIABLES.some(([variable]) => variable === name))) return [];
  return VARIABLES.flatMap(([name, field]) => {
    const value = proxy[field];
    return value ? [{ name, value }] : [];
  });
}

/** Deployments of the install strategy as they run (OLM's installCertRequirements, deploymentForSpec and DeploymentInitializerFuncs). */
export const deployments: InstallGenerator = (context) => {
  const serving = new Set(servingDeploymentsOf(context));
  return context.bundle.csv.deployments.map((entry, index) => ({
    object: configured(deploymentOf(entry, serving.has(entry.name), context), context),
    field: [...DEPLOYMENTS_FIELD, index],
  }));
};

function deploymentOf({ name, label = {}, spec = {} }: StrategyDeployment, isServing: boolean, context: InstallContext): KubernetesObject {
  const { namespace, rules } = context;
  const served = isServing ? withCertificate(spec, servingIn(context, name).certificate, context) : spec;
  const annotations = rules.podAnnotations(context, served);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataWith({ name, namespace }, { ...label, ...rules.labels(context, 'Deployment') }),
    // Like OLM, keeps only the ReplicaSet that a rollout needs.
    spec: { ...withPodAnnotations(served, annotations), revisionHistoryLimit: 1 },
  };
}

function withCertificate(spec: DeploymentSpec, secretName: string, { rules }: InstallContext): DeploymentSpec {
  return withPod(rules.withCertificateVolumes(spec, secretName), (pod) => ({
    ...pod,
    serviceAccountName: pod.serviceAccountName || 'default',
  }));
}

/** The Deployment with the settings of the Subscription, the cluster's proxy, and the variables of every container. */
function configured(deployment: KubernetesObject, context: InstallContext): KubernetesObject {
  const { config = {}, proxy = {}, rules } = context;
  const set = withSettings(deployment, config, rules.settings);
  const told = [...proxyEnv(proxy, config.env ?? []), ...rules.containerEnv(context)];
  return told.length === 0 ? set : { ...set, spec: withEnv(set.spec as DeploymentSpec, told, context) };
}

function withEnv(spec: DeploymentSpec, env: readonly EnvVar[], { rules }: InstallContext): DeploymentSpec {
  return withPod(spec, (pod) =>
    withContainers(pod, (container) => ({ ...container, env: rules.settings.mergeEnv(container.env ?? [], env) })),
  );
}

/** APIServices that an operator serves (OLM's createOrUpdateAPIService). */
export const apiServices: InstallGenerator = (context) => {
  // Each kind of a group and version is an entry of its own.
  const byName = new Map<string, Installed>();
  for (const index of context.bundle.csv.ownedAPIServices.keys()) {
    const installed = apiService(index, context);
    if (installed && !byName.has(installed.object.metadata.name)) byName.set(installed.object.metadata.name, installed);
  }
  return [...byName.values()];
};

function apiService(index: number, context: InstallContext): Installed | undefined {
  const { bundle, certificates, config, namespace, rules } = context;
  const owned = bundle.csv.ownedAPIServices[index];
  if (!owned) return undefined;
  const { group, version, deploymentName = '', containerPort: port = DEFAULT_PORT } = owned;
  const serving = servingIn(context, deploymentName);
  const annotations = { ...config?.annotations, ...certificates?.caAnnotations(serving) };
  return {
    object: {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: metadataWith({ name: apiServiceName(owned) }, rules.labels(context, 'APIService'), annotations),
      spec: {
        group,
        version,
        groupPriorityMinimum: 2000,
        versionPriority: 15,
        service: { namespace, name: serving.service, port },
      },
    },
    field: [...API_SERVICES_FIELD, index],
  };
}

// Validating- and MutatingWebhookConfigurations (OLM's createOrUpdateValidatingWebhook, createOrUpdateMutatingWebhook).

/** The kind of configuration for each type of definition; conversion webhooks are part of their CRDs. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ValidatingAdmissionWebhook: 'ValidatingWebhookConfiguration',
    MutatingAdmissionWebhook: 'MutatingWebhookConfiguration',
  }),
);

export const webhookConfigurations: InstallGenerator = (context) =>
  context.bundle.csv.webhooks.flatMap((definition, index) => {
    const kind = KINDS.get(definition.type);
    return kind === undefined ? [] : [{ object: configuration(kind, definition, context), field: [...WEBHOOKS_FIELD, index] }];
  });

/** The name of a webhook's configuration: the namespace replaces OLM's random suffix, so that no tenant can take another's name. */
export function configurationName({ generateName }: WebhookDefinition, namespace: string): string {
  return `${generateName.replace(/-$/, '')}-${namespace}`;
}

function configuration(kind: string, definition: WebhookDefinition, context: InstallContext): KubernetesObject {
  const { certificates, namespace, rules } = context;
  const serving = servingIn(context, definition.deploymentName ?? '');
  const { reinvocationPolicy } = definition;
  const selector = selectorOf(context);
  const webhook = {
    name: definition.generateName,
    clientConfig: { service: serviceReference(serving, definition, DEFAULT_PORT) },
    ...admissionFields(definition),
    ...(selector ? { namespaceSelector: selector } : {}),
    ...(kind === 'MutatingWebhookConfiguration' && reinvocationPolicy !== undefined ? { reinvocationPolicy } : {}),
  };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: metadataWith(
      { name: configurationName(definition, namespace) },
      rules.webhookLabels(context, definition),
      certificates?.caAnnotations(serving),
    ),
    webhooks: [webhook],
  };
}

/** The selector for requests in the namespaces of the group; a descoped operator receives all requests. */
function selectorOf({ group, isDescoped }: InstallContext): Readonly<Record<string, unknown>> | undefined {
  if (!group || isDescoped) return undefined;
  return group.selector ?? namespaceSelector(group.targets);
}

// The objects of all operators that are installed without OLM, each with its CSV.

/** The installed objects; none if OLM runs. */
export const installedObjects: Generator = ({ plan }) =>
  plan
    ? plan.installations.flatMap(({ csv, installation }) =>
        install(installation, plan.rules).map(({ object, field }) => ({
          object,
          owner: csvReference(csv.csv),
          ...(field ? { field } : {}),
        })),
      )
    : [];

export const INSTALL_GENERATORS: readonly InstallGenerator[] = [
  customResourceDefinitions,
  otherManifests,
  servingBindings,
  services,
  certificates,
  deployments,
  apiServices,
  webhookConfigurations,
];

/** The objects of an installed bundle, in the order in which an empty cluster can apply them. */
export function install(installation: Installation, rules: InstallRules): Installed[] {
  const context = { ...installation, rules };
  return INSTALL_GENERATORS.flatMap((generate) => generate(context));
}

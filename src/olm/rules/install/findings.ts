/** Findings about operators that are installed without OLM: objects that a bundle needs and nothing else provides. */

import type { DeploymentSpec } from '../../../base/kubernetes/deployment.js';
import { OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import { type KubernetesObject, type ObjectReference, sortedOnce } from '../../../base/kubernetes/object.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import { listed } from '../../../base/wording/phrases.js';
import { isWebhookOf } from '../../model/csv-parts.js';
import { type Finding, rule } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import type { RegistryV1 } from '../../model/registry-v1.js';

// Notes about a descoped operator: the roles to bind, and the CRDs without a status.

/** A role that is bound where a group requires it. */
export interface NeededRole {
  readonly account: string;
  readonly role: string;
  readonly isRequired: boolean;
}

export const descopedPermissions = rule('descoped-permissions', 'info', 'A descoped operator has a role to bind', {
  meaning: 'A descoped operator can do its work only where its ClusterRole is bound.',
  fix: 'Name the namespaces in an OperatorGroup, or bind the ClusterRole yourself.',
});

export const statusNotGranted = rule('status-not-granted', 'info', 'A CRD of a descoped operator has no status', {
  meaning: "A descoped operator can always write its objects' status, but this CRD has none.",
  fix: 'Nothing, unless the operator writes its status elsewhere.',
});

/** @param withoutStatus owned CRDs without a status */
export function descopedFindings(csv: ObjectReference, roles: readonly NeededRole[], withoutStatus: readonly string[]): Finding[] {
  return [
    ...roles.map(({ account, role, isRequired }) =>
      installFinding(
        descopedPermissions,
        'info',
        csv,
        isRequired
          ? `the ServiceAccount ${account} needs the ClusterRole ${role} in every namespace that the operator is to work in`
          : `the ServiceAccount ${account} can be given the ClusterRole ${role} where it is wanted: it has several, and needs none of them everywhere`,
        'name the namespaces in an OperatorGroup, or bind the ClusterRole yourself',
        [{ kind: 'ClusterRole', name: role }],
      ),
    ),
    ...(withoutStatus.length === 0
      ? []
      : [
          installFinding(
            statusNotGranted,
            'info',
            csv,
            `${listed(withoutStatus)} ${withoutStatus.length === 1 ? 'has' : 'have'} no status, so the operator can only read ${withoutStatus.length === 1 ? 'it' : 'them'} everywhere`,
            'nothing, unless the operator writes its status elsewhere',
            withoutStatus.map((name) => ({ kind: 'CustomResourceDefinition', name })),
          ),
        ]),
  ];
}

// A ClusterExtension that OLM v1 accepts only after an administrator enabled a feature gate.

export const featureGateNeeded = rule('feature-gate-needed', 'warning', 'A ClusterExtension needs a feature gate', {
  meaning:
    "A ClusterExtension's settings, or its operator's install modes, need a feature gate that is off by default; without it, OLM v1 refuses the ClusterExtension.",
  fix: 'Switch the feature gate on, or remove the setting.',
});

/** A warning about the feature gates of operator-controller that the extension needs; none if it needs none. */
export function featureGates(extension: ObjectReference, gates: readonly string[]): Finding[] {
  if (gates.length === 0) return [];
  const what = `the feature ${gates.length === 1 ? 'gate' : 'gates'} ${listed(gates)}`;
  const message = `OLM v1 takes this ClusterExtension only with ${what} of operator-controller, off by default`;
  return [installFinding(featureGateNeeded, 'warning', extension, message, `switch on ${what}, or remove the setting`)];
}

/** The conversion of a CRD without a webhook in the bundle: its Service belongs to the author's own build. */
interface Conversion {
  readonly strategy?: string;
  readonly webhook?: { readonly clientConfig?: { readonly service?: { readonly namespace?: string; readonly name?: string } } };
}

export const conversionServiceForeign = rule('conversion-service-foreign', 'warning', 'A Service outside of the bundle converts a CRD', {
  meaning: 'A CRD names a conversion Service that no webhook of the CSV creates. Reading objects in another version fails.',
  fix: "Ask the bundle's author for a conversion webhook in `spec.webhookdefinitions`.",
});

export function foreignConversion({ csv, customResourceDefinitions }: RegistryV1, namespace: string): Finding[] {
  const converted = new Set(csv.webhooks.filter(isWebhookOf('ConversionWebhook')).flatMap(({ conversionCRDs = [] }) => conversionCRDs));
  return customResourceDefinitions.flatMap(({ kind, metadata: { name }, spec }) => {
    const { strategy, webhook } = (spec as { conversion?: Conversion }).conversion ?? {};
    if (strategy !== 'Webhook' || converted.has(name)) return [];
    const service = webhook?.clientConfig?.service;
    const where = service ? `the Service ${service.namespace ?? ''}/${service.name ?? ''}` : 'a service';
    return [
      installFinding(
        conversionServiceForeign,
        'warning',
        { kind: 'ClusterServiceVersion', namespace, name: csv.name },
        `the CRD ${name} is converted by ${where}, which no webhook definition of the CSV makes: reading its objects in another version fails unless that Service is there`,
        'ask the author of the bundle for a conversion webhook in spec.webhookdefinitions, or keep the Service by other means',
        [{ kind, name }],
      ),
    ];
  });
}

// Secrets that an operator's Pods need to start, and that nothing in the input makes.

export const secretNotInInput = rule('secret-not-in-input', 'warning', 'Pods wait for a Secret that is not in the input', {
  meaning: 'A Deployment mounts a required Secret that nothing in the input creates.',
  fix: 'Make sure that the cluster has the Secret. Do not commit Secrets to Git.',
});

/**
 * @param deployment the rendered Deployment, with its certificate volumes
 * @param secrets Secrets of its namespace in the input, and those of rendered certificates
 */
export function missingSecrets(deployment: KubernetesObject, secrets: readonly string[], csv: string): Finding[] {
  const { name, namespace = '' } = deployment.metadata;
  const volumes = (deployment.spec as DeploymentSpec).template?.spec?.volumes ?? [];
  const wanted = volumes.flatMap(({ secret }) => (isMapping(secret) && secret.optional !== true ? [String(secret.secretName)] : []));
  return [...new Set(wanted)]
    .filter((secret) => !secrets.includes(secret))
    .map((secret) =>
      installFinding(
        secretNotInInput,
        'warning',
        { kind: 'ClusterServiceVersion', namespace, name: csv },
        `the pods of the Deployment ${name} wait for the Secret ${secret}, which nothing in the input makes`,
        'make sure that something in the cluster makes it; a Secret does not belong in Git',
        [{ kind: 'Secret', namespace, name: secret }],
      ),
    );
}

// PriorityClasses of an operator's Pods. Kubernetes creates no Pod with a missing class.

/** The classes of every cluster. */
const BUILT_IN: readonly string[] = ['system-cluster-critical', 'system-node-critical'];

export const priorityClassNotRendered = rule('priority-class-not-rendered', 'warning', 'A PriorityClass is missing', {
  meaning: 'The bundle names a PriorityClass that it does not contain. Kubernetes refuses Pods without it.',
  fix: 'Create the PriorityClass before the operator is applied.',
});

/**
 * @param deployments the rendered Deployments of one operator
 * @param rendered the names of the rendered PriorityClasses
 */
export function missingPriorityClasses(deployments: readonly KubernetesObject[], rendered: readonly string[], csv: string): Finding[] {
  const wanted = deployments.flatMap((deployment) => {
    const { priorityClassName } = ((deployment.spec as DeploymentSpec).template?.spec ?? {}) as { priorityClassName?: string };
    return priorityClassName ? [{ priorityClassName, deployment: deployment.metadata }] : [];
  });
  return [...new Set(wanted.map(({ priorityClassName }) => priorityClassName))]
    .filter((name) => ![...BUILT_IN, ...rendered].includes(name))
    .map((name) => {
      const those = wanted.filter(({ priorityClassName }) => priorityClassName === name).map(({ deployment }) => deployment.name);
      return installFinding(
        priorityClassNotRendered,
        'warning',
        { kind: 'ClusterServiceVersion', namespace: wanted[0]?.deployment.namespace ?? '', name: csv },
        `${those.length === 1 ? `the Deployment ${those[0]} gets` : `${those.length} Deployments get`} no pods before there is a PriorityClass ${name}, which the bundle does not bring`,
        `make PriorityClass ${name} before the operator is applied`,
        [{ kind: 'PriorityClass', name }],
      );
    });
}

export const readsOlmObjects = rule('reads-olm-objects', 'warning', "An operator reads OLM's own objects", {
  meaning: 'The operator asks for permissions on operators.coreos.com, whose objects do not exist without OLM.',
  fix: 'Ask its author whether it runs without OLM.',
});

/** A warning about an operator that reads or writes OLM's own objects: they do not exist on a cluster without OLM. */
export function readsOlm({ csv }: RegistryV1, namespace: string): Finding[] {
  const rules = [...csv.permissions, ...csv.clusterPermissions].flatMap((permission) => permission.rules ?? []);
  const named = rules.filter(({ apiGroups = [] }) => apiGroups.includes(OLM_GROUP)).flatMap(({ resources = [] }) => resources);
  // A subresource is part of its resource.
  const resources = sortedOnce(named.map((name) => name.split('/')[0] ?? ''));
  if (resources.length === 0) return [];
  return [
    installFinding(
      readsOlmObjects,
      'warning',
      { kind: 'ClusterServiceVersion', namespace, name: csv.name },
      `the operator asks for ${listed(resources)} of ${OLM_GROUP}, which are not there without OLM: it can fail, or wait for ever`,
      'ask its author whether it runs without OLM, or try it where nothing depends on it',
    ),
  ];
}

export const subscriptionBesideInstall = rule(
  'subscription-beside-install',
  'info',
  'A Subscription names an operator that is installed without OLM',
  {
    meaning: 'If OLM runs on the cluster, the Subscription makes OLM install the operator a second time.',
    fix: "Don't apply the Subscription to the cluster. It still chooses the version.",
  },
);

/** A warning about a Subscription for an operator that is installed without OLM: if OLM runs, the operator exists twice. */
export function subscribedBesideInstall(
  subscription: { readonly namespace: string; readonly name: string },
  csv: ObjectReference,
): Finding {
  return installFinding(
    subscriptionBesideInstall,
    'info',
    { kind: 'Subscription', namespace: subscription.namespace, name: subscription.name },
    `the operator ${csv.name} is installed without OLM, but the Subscription has OLM install it too, wherever OLM runs`,
    'do not apply the Subscription to the cluster; it still chooses the version',
    [csv],
  );
}

/** The problems that prevent installing a bundle without OLM: all checks run, in this order. A partial installation is never written. */

import { OLM_GROUPS } from '../../../base/kubernetes/kinds.js';
import { isDnsSubdomain } from '../../../base/kubernetes/names.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { Complaint } from '../../../base/manifest/problem.js';
import { isWebhookOf, supportedInstallModes } from '../../model/csv-parts.js';
import type { InstalledCsv, RegistryV1, WebhookDefinition, WebhookRule } from '../../model/registry-v1.js';
import { apiVersionOfKind, isSupportedKind } from '../bundle-kinds.js';

/** A problem of a bundle that cannot be installed; its file is not known yet. */
export interface Refusal extends Complaint {
  /** The wrong manifest; by default the CSV. */
  readonly manifest?: KubernetesObject;
  readonly at: FieldPath;
}

/** Checks a bundle. @returns an empty list for a valid one */
export type InstallCheck = (bundle: RegistryV1) => readonly Refusal[];

/** Entries of a list whose key occurred before, with their index. */
export function repeated<T>(entries: readonly T[], keyOf: (entry: T) => string): [number, T][] {
  const seen = new Set<string>();
  return [...entries.entries()].filter(([, entry]) => {
    const key = keyOf(entry);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

/** A manifest without apiVersion counts as Kubernetes' own kind with that name; for any other kind, the group is not known. */
export const apiVersion: InstallCheck = ({ others }) =>
  others
    .filter((manifest) => !manifest.apiVersion && isSupportedKind(manifest.kind) && apiVersionOfKind(manifest.kind) === undefined)
    .map((manifest) => ({
      code: 'INVALID_BUNDLE',
      message: `the API server refuses this ${manifest.kind} because it has no apiVersion`,
      found: 'nothing',
      expected: 'the group and version of the kind',
      fix: 'add apiVersion to the manifest',
      manifest,
      at: ['apiVersion'],
    }));

/** A ServiceAccount in a binding needs a namespace: the API server refuses the binding otherwise, and OLM adds none. */
export const bindingSubjects: InstallCheck = ({ others }) =>
  others
    .filter(({ kind }) => kind === 'RoleBinding' || kind === 'ClusterRoleBinding')
    .flatMap((manifest) =>
      (Array.isArray(manifest.subjects) ? (manifest.subjects as unknown[]) : []).flatMap((subject, index): Refusal[] => {
        if (!isMapping(subject) || subject.kind !== 'ServiceAccount' || subject.namespace) return [];
        return [
          {
            code: 'INVALID_VALUE',
            message: 'Kubernetes does not accept a ServiceAccount without its namespace',
            found: `ServiceAccount ${String(subject.name)}`,
            expected: 'a namespace',
            fix: 'write the namespace that the operator is installed in',
            manifest,
            at: ['subjects', index, 'namespace'],
          },
        ];
      }),
    );

/** The CRDs of a bundle: unique names, a version that clusters still serve, and all CRDs that the CSV owns. */
const SERVED = 'apiextensions.k8s.io/v1';

export const crds: InstallCheck = ({ csv, customResourceDefinitions }) => {
  const there = new Set(customResourceDefinitions.map(({ metadata }) => metadata.name));
  return [
    ...repeated(customResourceDefinitions, ({ metadata }) => metadata.name).map(
      ([, manifest]): Refusal => ({
        code: 'INVALID_BUNDLE',
        message: 'the bundle has two CRDs of one name',
        found: manifest.metadata.name,
        expected: 'each CRD once',
        fix: 'remove one of them from the bundle',
        manifest,
        at: ['metadata', 'name'],
      }),
    ),
    ...customResourceDefinitions
      .filter(({ apiVersion }) => apiVersion !== SERVED)
      .map(
        (manifest): Refusal => ({
          code: 'UNSUPPORTED_VERSION',
          message: 'no cluster since Kubernetes 1.22 takes a CRD of this version',
          found: manifest.apiVersion,
          expected: SERVED,
          fix: 'install a newer version of the operator, or rewrite the CRD: its schema moves into each of spec.versions',
          manifest,
          at: ['apiVersion'],
        }),
      ),
    ...[...csv.ownedCRDs.entries()]
      .filter(([, { name }]) => !there.has(name))
      .map(
        ([index, { name }]): Refusal => ({
          code: 'INVALID_BUNDLE',
          message: 'the CSV owns a CRD that the bundle does not have',
          found: name,
          expected: customResourceDefinitions.length === 0 ? 'a CRD of the bundle; it has none' : `one of ${[...there].join(', ')}`,
          fix: 'give the whole bundle, with the CRDs in its folder manifests/',
          at: ['spec', 'customresourcedefinitions', 'owned', index, 'name'],
        }),
      ),
  ];
};

/** The Deployments of a bundle: unique names that Kubernetes accepts. */
const FIELD = ['spec', 'install', 'spec', 'deployments'];

export const deploymentNames: InstallCheck = ({ csv: { deployments } }) => [
  ...repeated(deployments, ({ name }) => name).map(
    ([index, { name }]): Refusal => ({
      code: 'INVALID_BUNDLE',
      message: 'two Deployments of the bundle have one name',
      found: name,
      expected: 'a name of its own for each',
      fix: 'ask the author of the bundle for another name',
      at: [...FIELD, index, 'name'],
    }),
  ),
  ...[...deployments.entries()].flatMap(([index, { name }]): Refusal[] =>
    isDnsSubdomain(name)
      ? []
      : [
          {
            code: 'INVALID_BUNDLE',
            message: 'Kubernetes does not accept the name of the Deployment',
            found: name === '' ? 'no name' : name,
            expected: 'lower-case letters, digits, "-" and ".", at most 253 characters',
            fix: 'ask the author of the bundle for another name',
            at: [...FIELD, index, 'name'],
          },
        ],
  ),
];

/** A bundle may contain only some kinds of manifests. */
export const manifestKinds: InstallCheck = ({ others }) =>
  others
    .filter(({ kind }) => !isSupportedKind(kind))
    .map((manifest) => ({
      code: 'UNKNOWN_KIND',
      message: 'no bundle can install manifests of this kind',
      found: manifest.kind,
      expected: 'a kind that OLM installs',
      fix: 'keep the manifest outside of the bundle and apply it yourself',
      manifest,
      at: ['kind'],
    }));

/** Webhooks and APIServices of a bundle: a Deployment of the bundle serves each, on a valid port of a Service. */
interface Served {
  readonly deploymentName?: string;
  readonly containerPort?: number;
  readonly targetPort?: number | string;
}

export const serving: InstallCheck = ({ csv }) => [
  ...missingDeployments(csv, csv.webhooks, ['spec', 'webhookdefinitions'], 'the webhook'),
  ...missingDeployments(csv, csv.ownedAPIServices, ['spec', 'apiservicedefinitions', 'owned'], 'the APIService'),
  ...portsTwice(csv),
];

function missingDeployments(csv: InstalledCsv, served: readonly Served[], field: readonly string[], what: string): Refusal[] {
  const names = csv.deployments.map(({ name }) => name);
  return [...served.entries()]
    .filter(([, { deploymentName = '' }]) => !names.includes(deploymentName))
    .map(([index, { deploymentName = '' }]) => ({
      code: 'INVALID_BUNDLE',
      message: `${what} is served by a Deployment that the bundle does not have`,
      found: deploymentName === '' ? 'no name' : deploymentName,
      expected: names.length === 0 ? 'a Deployment of the bundle; it has none' : `one of ${names.join(', ')}`,
      fix: 'ask the author of the bundle to fix the name: nobody would answer',
      at: [...field, index, 'deploymentName'],
    }));
}

/** Each port of a Service must have a single target port. */
function portsTwice({ webhooks, ownedAPIServices }: InstalledCsv): Refusal[] {
  const targets = new Map<string, number | string>();
  const key = ({ deploymentName = '', containerPort }: Served): string => `${deploymentName}:${containerPort || 443}`;
  for (const served of ownedAPIServices) targets.set(key(served), served.containerPort || 443);
  return [...webhooks.entries()].flatMap(([index, webhook]): Refusal[] => {
    const target = webhook.targetPort ?? (webhook.containerPort || 443);
    const known = targets.get(key(webhook)) ?? target;
    targets.set(key(webhook), known);
    if (known === target) return [];
    return [
      {
        code: 'INVALID_BUNDLE',
        message: `Deployment ${webhook.deploymentName} maps one Service port to two container ports`,
        found: `port ${webhook.containerPort || 443} on ${target}, and before on ${known}`,
        expected: 'one target port for each port',
        fix: 'ask the author of the bundle for another containerPort: Kubernetes refuses such a Service',
        at: ['spec', 'webhookdefinitions', index, 'targetPort'],
      },
    ];
  });
}

/** Admission webhooks must not apply to all APIs, to OLM's, or to webhooks (both generations of OLM). */
const ADMISSION_GROUP = 'admissionregistration.k8s.io';
const CONFIGURATION = /^(?:\*|(?:validating|mutating)webhookconfigurations?)$/i;

export const webhookRules: InstallCheck = ({ csv }) =>
  [...csv.webhooks.entries()]
    .filter(([, { type }]) => type !== 'ConversionWebhook')
    .flatMap(([index, { rules = [] }]) =>
      [...rules.entries()].flatMap(([position, rule]) =>
        forbidden(rule).map(
          (found): Refusal => ({
            code: 'INVALID_BUNDLE',
            message: 'a webhook of the bundle could stop whatever happens in the cluster',
            found,
            expected: 'rules for the APIs that the operator is about',
            fix: 'ask the author of the bundle to name them; OLM refuses such a webhook too',
            at: ['spec', 'webhookdefinitions', index, 'rules', position],
          }),
        ),
      ),
    );

function forbidden({ apiGroups = [], resources = [] }: WebhookRule): string[] {
  return apiGroups.flatMap((group) => {
    if (group === '*') return ['a rule for all API groups'];
    if (OLM_GROUPS.includes(group)) return [`a rule for OLM's API group ${group}`];
    return group === ADMISSION_GROUP
      ? resources.filter((name) => CONFIGURATION.test(name)).map((name) => `a rule for ${name} of ${group}`)
      : [];
  });
}

/** Conversion webhooks: a CRD has one for the whole cluster, so its operator cannot be limited to namespaces. */
type Entry = readonly [number, WebhookDefinition];

/** The checks of OLM's createOrUpdateConversionWebhook. */
export const conversion: InstallCheck = (bundle) => {
  const webhooks = [...bundle.csv.webhooks.entries()].filter(([, webhook]) => isWebhookOf('ConversionWebhook')(webhook));
  return [...webhooks.flatMap((entry) => namespacedModes(bundle, entry)), ...webhooks.flatMap((entry) => crdsOf(bundle, webhooks, entry))];
};

function namespacedModes({ csv }: RegistryV1, [index]: Entry): Refusal[] {
  const modes = supportedInstallModes(csv);
  if (modes.every((mode) => mode === 'AllNamespaces')) return [];
  return [
    {
      code: 'INVALID_BUNDLE',
      message: 'the operator converts objects of the whole cluster but can be installed for single namespaces',
      found: `the install modes ${modes.join(', ')}`,
      expected: 'AllNamespaces alone',
      fix: 'ask the author of the bundle to support AllNamespaces alone; OLM refuses it too',
      at: ['spec', 'webhookdefinitions', index, 'type'],
    },
  ];
}

function crdsOf(bundle: RegistryV1, webhooks: readonly Entry[], [index, { conversionCRDs = [] }]: Entry): Refusal[] {
  const owned = bundle.csv.ownedCRDs.map(({ name }) => name);
  return [...conversionCRDs.entries()].flatMap(([position, name]): Refusal[] => {
    const found = whatIsWrong(name);
    if (!found) return [];
    return [{ code: 'INVALID_BUNDLE', ...found, at: ['spec', 'webhookdefinitions', index, 'conversionCRDs', position] }];
  });

  function whatIsWrong(name: string): Pick<Refusal, 'message' | 'found' | 'expected' | 'fix'> | undefined {
    const crd = bundle.customResourceDefinitions.find(({ metadata }) => metadata.name === name);
    if (!owned.includes(name)) {
      const expected = owned.length === 0 ? 'a CRD that the CSV owns; it owns none' : `one of ${owned.join(', ')}`;
      return {
        message: 'the operator converts a CRD that it does not own',
        found: name,
        expected,
        fix: 'ask the author of the bundle to fix it',
      };
    }
    if (webhooks.some(([other, { conversionCRDs: names = [] }]) => other < index && names.includes(name))) {
      return {
        message: 'two webhooks of the bundle convert one CRD',
        found: name,
        expected: 'one conversion webhook for a CRD',
        fix: 'ask the author of the bundle to remove one',
      };
    }
    if ((crd?.spec as { preserveUnknownFields?: boolean } | undefined)?.preserveUnknownFields !== true) return undefined;
    return {
      message: 'the API server converts no objects of a CRD that preserves unknown fields',
      found: `spec.preserveUnknownFields of ${name} is true`,
      expected: 'false',
      fix: 'ask the author of the bundle to set it to false',
    };
  }
}

export const INSTALL_CHECKS: readonly InstallCheck[] = [
  deploymentNames,
  crds,
  serving,
  conversion,
  webhookRules,
  manifestKinds,
  apiVersion,
  bindingSubjects,
];

/** The reasons why a bundle cannot be installed; empty for a valid one. */
export function installRefusals(bundle: RegistryV1): Refusal[] {
  return INSTALL_CHECKS.flatMap((check) => check(bundle));
}

/**
 * The differences between the profiles when operators are installed without OLM: OLM v0's own way, and that of the documents, which
 * leaves out fields that only OLM reads.
 */
import { createHash } from 'node:crypto';
import type { DeploymentSpec } from '../../../base/kubernetes/deployment.js';
import { walk } from '../../../base/manifest/field-path.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import { withCertificateVolumes, withOlmCertificateVolumes } from '../certificates.js';
import { componentLabels, ownerLabels } from '../metadata.js';
import type { Era } from '../profile/conventions.js';
import { webhookHash } from '../profile/hash.js';
import type { Installation, InstallRules } from './context.js';
import { OUR_SETTINGS, V0_SETTINGS } from './settings.js';

/** The way of OLM v0 itself: the profile `olm`. */
type Owner = Parameters<typeof ownerLabels>[0];

function ownerOf({ bundle, namespace }: Installation): Owner {
  return { name: bundle.csv.name, namespace };
}

/** Kinds whose owner OLM writes into labels. */
const LABELLED_KINDS = ['Deployment', 'APIService'];

export const olmInstall = (era: Era): InstallRules => ({
  serviceName: (deployment) => `${deployment}-service`,
  certificateName: (service) => `${service}-cert`,
  labels: (installation, kind) => {
    const isNamespaced = kind !== 'APIService';
    return {
      ...(LABELLED_KINDS.includes(kind) ? ownerLabels(ownerOf(installation), 'ClusterServiceVersion', era) : era.managed),
      ...(isNamespaced ? componentLabels({ namespace: installation.namespace, labels: installation.labels ?? {}, annotations: {} }) : {}),
    };
  },
  webhookLabels: (installation, definition) => ({
    ...ownerLabels(ownerOf(installation), 'ClusterServiceVersion', era),
    'olm.webhook-description-generate-name': definition.generateName,
    ...(era.labelsHashes ? { 'olm.webhook-description-hash': webhookHash(definition) } : {}),
  }),
  // All annotations of the CSV, over those of the template.
  podAnnotations: (installation, spec) => ({
    ...spec.template?.metadata?.annotations,
    ...installation.bundle.csv.annotations,
    ...groupAnnotations(installation),
  }),
  containerEnv: ({ bundle }) => [{ name: 'OPERATOR_CONDITION_NAME', value: bundle.csv.name }],
  withCertificateVolumes: withOlmCertificateVolumes,
  settings: V0_SETTINGS,
  hasServingBindings: false,
});

/** The way of the profile `documented`, without fields that only OLM reads. */
const MAX_SERVICE_NAME = 63;
const HASH_LENGTH = 5;

export const DOCUMENTED_INSTALL: InstallRules = {
  serviceName,
  certificateName: (service) => `${service}-cert`,
  labels: () => ({}),
  webhookLabels: () => ({}),
  podAnnotations: (installation, spec) => {
    // All other annotations describe the operator in a catalog, and each change of them would restart it.
    const read = annotationsRead(spec);
    const ofCsv = Object.entries(installation.bundle.csv.annotations).filter(([key]) => read.has(key));
    return { ...spec.template?.metadata?.annotations, ...Object.fromEntries(ofCsv), ...groupAnnotations(installation) };
  },
  containerEnv: () => [],
  withCertificateVolumes,
  settings: OUR_SETTINGS,
  hasServingBindings: true,
};

/** `<deployment>-service` as a valid name of a Service; a hash distinguishes shortened names. */
function serviceName(deployment: string): string {
  const label = deployment.replaceAll('.', '-').replace(/^(?![a-z])/, 's-');
  const name = `${label}-service`;
  if (name.length <= MAX_SERVICE_NAME) return name;
  const hash = BigInt(`0x${createHash('sha224').update(deployment, 'utf8').digest('hex')}`)
    .toString(36)
    .slice(0, HASH_LENGTH);
  const end = `-${hash}-service`;
  return `${label.slice(0, MAX_SERVICE_NAME - end.length).replace(/(?<!-)-+$/, '')}${end}`;
}

// The annotations from which an operator's Pods read their group.

/** The group of the operator, and its targets. */
export function groupAnnotations({ namespace, group }: Installation): Record<string, string> {
  if (!group) return { 'olm.operatorNamespace': namespace };
  return {
    'olm.operatorGroup': group.name,
    'olm.operatorNamespace': namespace,
    'olm.targetNamespaces': group.targets.join(','),
  };
}

const ANNOTATION_PATH = /^metadata\.annotations\['(.+)'\]$/;

/** The annotations that the Pods read from themselves, by a variable or a volume. */
export function annotationsRead(spec: DeploymentSpec): Set<string> {
  const keys = new Set<string>();
  walk(spec.template?.spec, (value) => {
    const [, key] = (isMapping(value) && ANNOTATION_PATH.exec(String(value.fieldPath ?? ''))) || [];
    if (key !== undefined) keys.add(key);
    return false;
  });
  return keys;
}

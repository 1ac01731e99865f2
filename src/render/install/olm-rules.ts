/** How OLM v0 itself installs operators: the profile `olm`. */

import { withOlmCertificateVolumes } from '../certificates/volumes.js';
import { componentLabels, ownerLabels } from '../owner-labels.js';
import type { Era } from '../profile/conventions.js';
import { webhookHash } from '../profile/hash.js';
import { V0_SETTINGS } from './config/settings.js';
import type { Installation, InstallRules } from './context.js';
import { groupAnnotations } from './pod-annotations.js';

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

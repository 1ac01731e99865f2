/** Certificates of webhooks and APIServices: reports those that nothing in the input makes. */

import type { ObjectReference } from '../../../base/kubernetes/object.js';
import { CERT_MANAGER_GROUP } from '../../../base/tools/cert-manager.js';
import { listed } from '../../../base/wording/phrases.js';
import { apiServiceName } from '../../model/api-key.js';
import { type Finding, rule } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import type { CertificateChoice } from '../../model/install-options.js';
import type { RegistryV1 } from '../../model/registry-v1.js';

/** The parts of the input about certificates. */
export interface CertificateInput {
  readonly choice: CertificateChoice;
  /** Whether the input installs the chosen provider. */
  readonly isProvided: boolean;
  /** Secrets of the operator's namespace. */
  readonly secrets: readonly string[];
}

/** The CRD of cert-manager's certificates. */
export const CERT_MANAGER_CRD = `certificates.${CERT_MANAGER_GROUP}`;

/** The longest common name that cert-manager accepts, in bytes. */
const MAX_COMMON_NAME = 64;

export const certificatesMissing = rule('certificates-missing', 'error', 'An operator needs a certificate that nobody creates', {
  meaning:
    "An operator's webhooks or APIServices need a certificate, certificates are off, and the input has no Secret with one. Pods wait, and webhook requests fail.",
  fix: 'Use `--certificates cert-manager` or `service-ca`, or create the Secret and the `caBundle` by other means. Never keep a key in Git.',
});

export const certificateProviderNotInInput = rule('certificate-provider-not-in-input', 'info', 'Nothing in the input makes certificates', {
  meaning: "An operator's certificates come from cert-manager or OpenShift's service CA, and nothing in the input installs it.",
  fix: 'Make sure that the provider runs before the operator is applied.',
});

/** The finding about certificates that the operator needs and nothing makes. @param secretOf returns the Secret of a Deployment */
export function missingCertificates(
  bundle: RegistryV1,
  namespace: string,
  input: CertificateInput,
  secretOf: (deployment: string) => string,
): Finding[] {
  const { csv } = bundle;
  const serving = [...new Set([...csv.webhooks, ...csv.ownedAPIServices].map(({ deploymentName = '' }) => deploymentName))];
  if (serving.length === 0) return [];
  const subject: ObjectReference = { kind: 'ClusterServiceVersion', namespace, name: csv.name };
  if (input.choice === 'none') {
    const missing = serving.filter((deployment) => !input.secrets.includes(secretOf(deployment)));
    return missing.map((deployment) =>
      installFinding(
        certificatesMissing,
        'error',
        subject,
        `nobody makes the certificate of the Deployment ${deployment}: ${servedBy(bundle, deployment)} cannot be reached, and its pods wait for the Secret ${secretOf(deployment)}`,
        'use --certificates cert-manager or service-ca, or create the Secret and set the caBundle by other means; never commit a key to Git',
        [{ kind: 'Secret', namespace, name: secretOf(deployment) }],
      ),
    );
  }
  if (input.choice === 'cert-manager' && bundle.customResourceDefinitions.some(({ metadata }) => metadata.name === CERT_MANAGER_CRD))
    return [
      installFinding(
        certificatesMissing,
        'error',
        subject,
        `cert-manager would have to make the certificate of its own ${listed(serving)}, before it runs`,
        'use --certificates none and create the Secret by other means, or install cert-manager from its own manifests',
      ),
    ];
  if (input.isProvided) return [];
  const provider = input.choice === 'cert-manager' ? 'cert-manager' : "OpenShift's service CA";
  return [
    installFinding(
      certificateProviderNotInInput,
      'info',
      subject,
      `the certificates of ${listed(serving)} are made by ${provider}, which nothing in the input installs`,
      `make sure that ${provider} runs before the operator`,
    ),
  ];
}

function servedBy({ csv }: RegistryV1, deployment: string): string {
  const isServed = ({ deploymentName }: { deploymentName?: string }): boolean => deploymentName === deployment;
  const names = [
    ...csv.webhooks.filter(isServed).map(({ generateName }) => generateName),
    ...csv.ownedAPIServices.filter(isServed).map(apiServiceName),
  ];
  return listed([...new Set(names)]);
}

export const commonNameTooLong = rule('common-name-too-long', 'warning', 'A common name is too long for cert-manager', {
  meaning: "OLM v1 writes the Service and its namespace into the common name; cert-manager's limit is 64 bytes.",
  fix: 'Use a namespace with a shorter name.',
});

/** A warning about a common name that cert-manager refuses; OLM v1 writes one for a long name and namespace. */
export function longCommonName(csv: string, namespace: string, commonName: string): Finding[] {
  const bytes = new TextEncoder().encode(commonName).length;
  if (bytes <= MAX_COMMON_NAME) return [];
  return [
    installFinding(
      commonNameTooLong,
      'warning',
      { kind: 'ClusterServiceVersion', namespace, name: csv },
      `cert-manager refuses the common name ${commonName}: it has ${bytes} bytes, and at most ${MAX_COMMON_NAME} are allowed. The webhooks of the operator are never reached`,
      'install it in a namespace with a shorter name',
    ),
  ];
}

/** Bundles in short, as they are installed. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { InstalledCsv, RegistryV1, WebhookDefinition } from '../../src/olm/model/registry-v1.js';
import type { Installation } from '../../src/olm/render/install/context.js';

/** What a bundle may have; it supports all namespaces and its own unless it says otherwise. */
export interface RegistryFields extends Partial<Omit<InstalledCsv, 'installModes'>> {
  readonly modes?: readonly string[];
  readonly crds?: readonly KubernetesObject[];
  readonly others?: readonly KubernetesObject[];
  readonly packageName?: string;
}

/** A bundle `db.v1.0.0`. */
export function registry({
  modes = ['OwnNamespace', 'AllNamespaces'],
  crds = [],
  others = [],
  packageName = 'db',
  ...csv
}: RegistryFields = {}): RegistryV1 {
  return {
    packageName,
    csv: {
      name: 'db.v1.0.0',
      annotations: {},
      installModes: modes.map((type) => ({ type, supported: true })),
      permissions: [],
      clusterPermissions: [],
      deployments: [],
      ownedCRDs: [],
      ownedAPIServices: [],
      webhooks: [],
      ...csv,
    },
    customResourceDefinitions: crds,
    others,
  };
}

/** A Deployment of the install strategy. */
export function deployment(name = 'db'): InstalledCsv['deployments'][number] {
  return { name, spec: { selector: { matchLabels: { app: name } }, template: { spec: { containers: [{ name: 'manager' }] } } } };
}

/** A webhook that `db` serves. */
export function webhook(fields: Partial<WebhookDefinition> = {}): WebhookDefinition {
  return {
    generateName: 'vdb.kb.io',
    type: 'ValidatingAdmissionWebhook',
    deploymentName: 'db',
    containerPort: 443,
    targetPort: 9443,
    admissionReviewVersions: ['v1'],
    ...fields,
  };
}

/** A CRD of the group db.example.com. */
export function crd(name: string, spec: Record<string, unknown> = {}): KubernetesObject {
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, spec };
}

/** An installation in a namespace, in a group `og`. */
export function installation(bundle: RegistryV1, namespace = 'ops', targets: readonly string[] = ['']): Installation {
  return { bundle, namespace, group: { name: 'og', targets } };
}

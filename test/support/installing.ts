/** Small clusters without OLM, as files: an operator that serves a webhook, and where it is installed. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { group, namespace } from './build.js';
import { type BundleFields, bundleFiles } from './bundle-files.js';
import { manifests } from './command-line.js';
import { crdOf, field } from './crd-pairs.js';

/** The CRD that the operator `db` owns. */
export const DATABASES = crdOf({ v1: field({ type: 'string' }) });

const container = {
  name: 'manager',
  image: 'quay.io/example/db:v1.0.0',
  env: [{ name: 'RELATED_IMAGE_DB', value: 'quay.io/example/x:v1' }],
};

/** What the bundle of `db` has besides its CRD. */
export function databaseFields({ spec, ...fields }: BundleFields = {}): BundleFields {
  return {
    others: [DATABASES],
    ...fields,
    spec: {
      customresourcedefinitions: { owned: [{ name: DATABASES.metadata.name, version: 'v1', kind: 'X' }] },
      install: {
        strategy: 'deployment',
        spec: {
          permissions: [{ serviceAccountName: 'db', rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] }],
          deployments: [
            {
              name: 'db',
              spec: {
                selector: { matchLabels: { app: 'db' } },
                template: { metadata: { labels: { app: 'db' } }, spec: { serviceAccountName: 'db', containers: [container] } },
              },
            },
          ],
        },
      },
      webhookdefinitions: [
        {
          type: 'ValidatingAdmissionWebhook',
          generateName: 'vdb.kb.io',
          deploymentName: 'db',
          containerPort: 443,
          targetPort: 9443,
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules: [{ operations: ['CREATE'], apiGroups: ['db.example.com'], apiVersions: ['v1'], resources: ['*'] }],
        },
      ],
      ...spec,
    },
  };
}

/** A Subscription to the operator. */
export function subscription(place: string, startingCSV: string, config?: unknown): KubernetesObject {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'db', namespace: place },
    spec: { name: 'db', channel: 'stable', startingCSV, source: 'catalog', sourceNamespace: 'olm', ...(config ? { config } : {}) },
  };
}

/** The files of a cluster that has the operator in a namespace `ops`, watching `team`. */
export function installing({
  fields = {},
  config,
  more = [],
}: {
  fields?: BundleFields;
  config?: unknown;
  more?: KubernetesObject[];
} = {}) {
  return {
    'cluster.yaml': manifests(
      namespace('ops'),
      namespace('team'),
      group('ops/og', { targets: ['team'] }),
      subscription('ops', 'db.v1.0.0', config),
      ...more,
    ),
    ...bundleFiles('db/1.0.0', databaseFields(fields)),
  };
}

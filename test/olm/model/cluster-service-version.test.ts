import { describe, expect, it } from 'vitest';
import { check } from '../../../src/base/manifest/check.js';
import { isCopied } from '../../../src/olm/model/csv-labels.js';
import { clusterServiceVersion } from '../../../src/olm/model/csv-of-manifest.js';
import { clusterServiceVersionSchema } from '../../../src/olm/model/schemas.js';

const source = { file: 'a.yaml', document: 0, path: [] };

function manifest(spec: unknown, metadata: object = {}): Record<string, unknown> {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'etcd.v1', namespace: 'team-a', ...metadata },
    spec,
  };
}

const problems = (spec: unknown) => check(clusterServiceVersionSchema, manifest(spec), source).problems;
const install = { strategy: 'deployment' };

describe('a ClusterServiceVersion', () => {
  it.each<[string, Record<string, unknown>]>([
    ['fields that are not there', { install }],
    [
      'fields that are null',
      {
        install: { ...install, spec: null },
        installModes: null,
        customresourcedefinitions: null,
        apiservicedefinitions: { owned: null, required: null },
        nativeAPIs: null,
        webhookdefinitions: null,
        minKubeVersion: null,
        replaces: null,
        version: null,
      },
    ],
    [
      'lists that are null',
      {
        install: { ...install, spec: { deployments: null, permissions: null, clusterPermissions: null } },
        customresourcedefinitions: { owned: null },
      },
    ],
    ['texts that are empty', { install, minKubeVersion: '', replaces: '' }],
  ])('takes %s for empty', (_, spec) => {
    expect(problems(spec)).toEqual([]);
    const object = manifest(spec, { labels: null, annotations: null, creationTimestamp: null });
    expect(clusterServiceVersion(object as never)).toEqual({
      name: 'etcd.v1',
      namespace: 'team-a',
      labels: {},
      annotations: {},
      installModes: [],
      installStrategy: 'deployment',
      permissions: [],
      clusterPermissions: [],
      deployments: [],
      deploymentNames: [],
      deploymentAccounts: new Map(),
      ownedCRDs: [],
      requiredCRDs: [],
      ownedAPIServices: [],
      requiredAPIServices: [],
      nativeAPIs: [],
      webhooks: [],
      manifest: object,
    });
  });

  it('keeps an empty version, which is not the same as none', () => {
    expect(problems({ install, version: '' })).toEqual([]);
    expect(clusterServiceVersion(manifest({ install, version: '' }) as never).version).toBe('');
  });

  it('is read with everything that the rules look at', () => {
    const crd = { name: 'etcds.example.com', version: 'v1', kind: 'Etcd' };
    const api = {
      name: 'metrics',
      group: 'metrics.example.com',
      version: 'v1',
      kind: 'Metric',
      deploymentName: 'etcd-metrics',
      containerPort: 5443,
    };
    const webhook = {
      generateName: 'vetcd.example.com',
      type: 'ValidatingAdmissionWebhook',
      deploymentName: 'etcd-operator',
      containerPort: 443,
      targetPort: 'https',
      webhookPath: '/validate',
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      objectSelector: { matchLabels: { app: 'etcd' } },
      sideEffects: 'None',
      timeoutSeconds: 10,
      admissionReviewVersions: ['v1'],
      rules: [{ apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['etcds'] }],
    };
    const permission = { serviceAccountName: 'etcd', rules: [{ verbs: ['get'], resources: ['pods'], apiGroups: [''] }] };
    const metadata = { labels: { a: 'b' }, annotations: { c: 'd' }, creationTimestamp: '2024-01-01T00:00:00Z' };
    const spec = {
      install: {
        ...install,
        spec: {
          deployments: [
            { name: 'etcd-operator', label: { app: 'etcd' }, spec: { replicas: 1, template: { spec: { serviceAccountName: 'etcd' } } } },
            { name: 'etcd-backup', spec: { template: { spec: { serviceAccountName: '' } } } },
            { name: 'etcd-metrics', spec: { template: null } },
          ],
          permissions: [permission],
          clusterPermissions: [{ serviceAccountName: 'etcd' }],
        },
      },
      installModes: [{ type: 'OwnNamespace', supported: true }],
      customresourcedefinitions: { owned: [crd], required: [{ ...crd, kind: 'Other' }] },
      apiservicedefinitions: { owned: [api], required: [{ ...api, kind: 'Other' }] },
      nativeAPIs: [
        { group: 'apps', version: 'v1', kind: 'Deployment' },
        { version: 'v1', kind: 'Pod' },
      ],
      webhookdefinitions: [webhook, { generateName: 'cetcd.example.com', deploymentName: null, rules: null }],
      minKubeVersion: '1.20.0',
      version: '1.0.0',
      replaces: 'etcd.v0',
      icon: [{ mediatype: 'image/png' }],
    };
    expect(problems(spec)).toEqual([]);
    const object = manifest(spec, metadata);
    expect(clusterServiceVersion(object as never, source)).toEqual({
      name: 'etcd.v1',
      namespace: 'team-a',
      ...metadata,
      installModes: [{ type: 'OwnNamespace', supported: true }],
      installStrategy: 'deployment',
      permissions: [permission],
      clusterPermissions: [{ serviceAccountName: 'etcd' }],
      deployments: [
        {
          name: 'etcd-operator',
          labels: { app: 'etcd' },
          spec: { replicas: 1, template: { spec: { serviceAccountName: 'etcd' } } },
          serviceAccountName: 'etcd',
        },
        { name: 'etcd-backup', labels: {}, spec: { template: { spec: { serviceAccountName: '' } } } },
        { name: 'etcd-metrics', labels: {}, spec: { template: null } },
      ],
      deploymentNames: ['etcd-operator', 'etcd-backup', 'etcd-metrics'],
      deploymentAccounts: new Map([['etcd-operator', 'etcd']]),
      ownedCRDs: [crd],
      requiredCRDs: [{ ...crd, kind: 'Other' }],
      ownedAPIServices: [api],
      requiredAPIServices: [{ ...api, kind: 'Other' }],
      nativeAPIs: [
        { group: 'apps', version: 'v1', kind: 'Deployment' },
        { group: '', version: 'v1', kind: 'Pod' },
      ],
      webhooks: [webhook, { generateName: 'cetcd.example.com', deploymentName: null, rules: null }],
      minKubeVersion: '1.20.0',
      version: '1.0.0',
      replaces: 'etcd.v0',
      manifest: object,
      source,
    });
  });

  it.each<[string, unknown, string, (string | number)[]]>([
    ['a spec', undefined, 'FIELD_MISSING', ['spec']],
    ['spec.install', {}, 'FIELD_MISSING', ['spec', 'install']],
    ['a strategy', { install: {} }, 'FIELD_MISSING', ['spec', 'install', 'strategy']],
    [
      'the name of a deployment',
      { install: { ...install, spec: { deployments: [{}] } } },
      'FIELD_MISSING',
      ['spec', 'install', 'spec', 'deployments', 0, 'name'],
    ],
    [
      'text for the service account of a deployment',
      { install: { ...install, spec: { deployments: [{ name: 'a', spec: { template: { spec: { serviceAccountName: 1 } } } }] } } },
      'WRONG_TYPE',
      ['spec', 'install', 'spec', 'deployments', 0, 'spec', 'template', 'spec', 'serviceAccountName'],
    ],
    [
      'the service account of permissions',
      { install: { ...install, spec: { permissions: [{ rules: [] }] } } },
      'FIELD_MISSING',
      ['spec', 'install', 'spec', 'permissions', 0, 'serviceAccountName'],
    ],
    [
      'lists in its rules',
      { install: { ...install, spec: { clusterPermissions: [{ serviceAccountName: 'a', rules: [{ verbs: 'get' }] }] } } },
      'WRONG_TYPE',
      ['spec', 'install', 'spec', 'clusterPermissions', 0, 'rules', 0, 'verbs'],
    ],
    [
      'true or false in its install modes',
      { install, installModes: [{ type: 'OwnNamespace', supported: 'yes' }] },
      'WRONG_TYPE',
      ['spec', 'installModes', 0, 'supported'],
    ],
    [
      'the kind of an owned CRD',
      { install, customresourcedefinitions: { owned: [{ name: 'a.b', version: 'v1' }] } },
      'FIELD_MISSING',
      ['spec', 'customresourcedefinitions', 'owned', 0, 'kind'],
    ],
    [
      'the group of a required APIService',
      { install, apiservicedefinitions: { required: [{ name: 'a', version: 'v1', kind: 'A' }] } },
      'FIELD_MISSING',
      ['spec', 'apiservicedefinitions', 'required', 0, 'group'],
    ],
    [
      'text for the deployment of an owned APIService',
      { install, apiservicedefinitions: { owned: [{ name: 'a', group: 'b', version: 'v1', kind: 'A', deploymentName: 1 }] } },
      'WRONG_TYPE',
      ['spec', 'apiservicedefinitions', 'owned', 0, 'deploymentName'],
    ],
    [
      'the name of a webhook',
      { install, webhookdefinitions: [{ deploymentName: 'a' }] },
      'FIELD_MISSING',
      ['spec', 'webhookdefinitions', 0, 'generateName'],
    ],
    [
      'a number for the port of a webhook',
      { install, webhookdefinitions: [{ generateName: 'a', containerPort: '443' }] },
      'WRONG_TYPE',
      ['spec', 'webhookdefinitions', 0, 'containerPort'],
    ],
    [
      'a number or a name for the port that a webhook listens on',
      { install, webhookdefinitions: [{ generateName: 'a', targetPort: true }] },
      'INVALID_VALUE',
      ['spec', 'webhookdefinitions', 0, 'targetPort'],
    ],
    [
      'texts for the labels of a deployment',
      { install: { ...install, spec: { deployments: [{ name: 'a', label: { app: 1 } }] } } },
      'WRONG_TYPE',
      ['spec', 'install', 'spec', 'deployments', 0, 'label', 'app'],
    ],
    [
      'lists in the rules of a webhook',
      { install, webhookdefinitions: [{ generateName: 'a', rules: [{ resources: 'etcds' }] }] },
      'WRONG_TYPE',
      ['spec', 'webhookdefinitions', 0, 'rules', 0, 'resources'],
    ],
  ])('needs %s', (_, spec, code, at) => {
    expect(problems(spec)).toMatchObject([{ code, at }]);
  });

  // What a real API server lets through is for the verdicts to judge.
  it('may have an unknown install mode, an unknown strategy, and deployments of one name', () => {
    const deployments = [{ name: 'a' }, { name: 'a' }];
    expect(
      problems({ install: { strategy: 'helm', spec: { deployments } }, installModes: [{ type: 'OwnNamespacejl', supported: true }] }),
    ).toEqual([]);
  });
});

describe('a copy', () => {
  it.each<[string, Parameters<typeof isCopied>[0]['metadata'], boolean]>([
    ['the label olm.copiedFrom', { namespace: 'a', labels: { 'olm.copiedFrom': 'b' } }, true],
    ['the label, with its own namespace', { namespace: 'a', labels: { 'olm.copiedFrom': 'a' } }, true],
    ['the annotation of another operator namespace', { namespace: 'a', annotations: { 'olm.operatorNamespace': 'b' } }, true],
    ['the annotation of its own namespace', { namespace: 'a', annotations: { 'olm.operatorNamespace': 'a' } }, false],
    ['other labels and annotations', { namespace: 'a', labels: { a: 'b' }, annotations: { c: 'd' } }, false],
    ['nothing', { namespace: 'a', labels: null, annotations: null }, false],
  ])('is told by %s: %s', (_, metadata, copied) => {
    expect(isCopied({ metadata })).toBe(copied);
  });
});

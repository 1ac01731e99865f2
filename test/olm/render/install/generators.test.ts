import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeploymentSpec } from '../../../../src/base/kubernetes/deployment.js';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { typed } from '../../../../src/base/kubernetes/typed/typed.js';
import { deploymentConfig } from '../../../../src/olm/model/deployment-config.js';
import { certManager, serviceCa } from '../../../../src/olm/render/certificates.js';
import type { Installation } from '../../../../src/olm/render/install/context.js';
import {
  apiServices,
  certificates,
  configurationName,
  customResourceDefinitions,
  deployments,
  otherManifests,
  proxyEnv,
  services,
  servingBindings,
  servingPorts,
  webhookConfigurations,
} from '../../../../src/olm/render/install/generators.js';
import { DOCUMENTED_INSTALL } from '../../../../src/olm/render/install/rules.js';
import { comparable } from '../../../support/installed.js';
import { crd, deployment, installation, registry, webhook } from '../../../support/registry.js';
import { OLM_INSTALL } from '../../../support/render.js';

it('a CRD that the operator converts says so, and gets the CA of this installation in place of another’s', () => {
  const foreign = {
    ...crd('a', { group: 'g' }),
    metadata: { name: 'a', annotations: { 'cert-manager.io/inject-ca-from': 'system/cert', other: 'x' } },
  };
  const bundle = registry({
    crds: [foreign, crd('b')],
    webhooks: [webhook({ type: 'ConversionWebhook', conversionCRDs: ['a'], webhookPath: '/convert' })],
  });
  const [converted, plain] = customResourceDefinitions({ ...installation(bundle), rules: DOCUMENTED_INSTALL, certificates: certManager() });
  expect(plain).toEqual({ object: crd('b'), manifest: crd('b') });
  expect(converted?.object).toEqual({
    ...foreign,
    metadata: { name: 'a', annotations: { other: 'x', 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
    spec: {
      group: 'g',
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { namespace: 'ops', name: 'db-service', path: '/convert', port: 443 } },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  });
  const [without] = customResourceDefinitions({ ...installation(bundle), rules: DOCUMENTED_INSTALL });
  expect(without?.object.metadata.annotations).toEqual({ other: 'x' });
});

it('namespaced manifests go into the operator’s namespace, and nothing inside is rewritten', () => {
  const object = (kind: string, namespace?: string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name: 'n', ...(namespace ? { namespace } : {}) },
    subjects: [{ namespace: 'system' }],
  });
  const bundle = registry({ others: [object('RoleBinding', 'system'), object('VerticalPodAutoscaler'), object('ClusterRole')] });
  const made = otherManifests({ ...installation(bundle), rules: DOCUMENTED_INSTALL });
  expect(made.map((installed) => installed.object)).toEqual([
    object('RoleBinding', 'ops'),
    object('VerticalPodAutoscaler', 'ops'),
    object('ClusterRole'),
  ]);
  expect(otherManifests({ ...installation(bundle), rules: OLM_INSTALL })[2]?.object.metadata.labels).toEqual({ 'olm.managed': 'true' });
});

it('a manifest without an apiVersion gets that of its kind, by which OLM goes, and none has what only a cluster can say', () => {
  const role = { kind: 'ClusterRole', metadata: { name: 'n', creationTimestamp: null, uid: 'u' }, status: {} };
  const bundle = registry({ others: [role as unknown as KubernetesObject] });
  expect(otherManifests({ ...installation(bundle), rules: DOCUMENTED_INSTALL })[0]?.object).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'n' },
  });
});

it('only who serves an APIService can ask who its callers are, under a name of its own in the cluster', () => {
  const owned = { name: 'x', group: 'g', version: 'v1', kind: 'X', deploymentName: 'api' };
  const bundle = registry({ deployments: [deployment(), deployment('api')], webhooks: [webhook()], ownedAPIServices: [owned] });
  const made = servingBindings({ ...installation(bundle), rules: DOCUMENTED_INSTALL }).map(({ object }) => object);
  expect(made.map(({ kind, metadata, roleRef, subjects }) => [kind, metadata, (roleRef as { name: string }).name, subjects])).toEqual([
    [
      'ClusterRoleBinding',
      { name: 'api-service-ops-auth-delegator' },
      'system:auth-delegator',
      [{ kind: 'ServiceAccount', name: 'default', namespace: 'ops' }],
    ],
    [
      'RoleBinding',
      { name: 'api-service-ops-auth-reader', namespace: 'kube-system' },
      'extension-apiserver-authentication-reader',
      [{ kind: 'ServiceAccount', name: 'default', namespace: 'ops' }],
    ],
  ]);
  expect(servingBindings({ ...installation(bundle), rules: OLM_INSTALL })).toEqual([]);
});

it('a Deployment that serves APIServices and webhooks has one Service, with the ports of the APIServices first', () => {
  const apiService = { name: 'x', group: 'g', version: 'v1', kind: 'X', deploymentName: 'db', containerPort: 5443 };
  const bundle = registry({
    deployments: [deployment('other'), deployment()],
    webhooks: [webhook(), webhook()],
    ownedAPIServices: [apiService, apiService],
  });
  expect(servingPorts({ bundle }, 'db')).toEqual([
    { name: '5443', port: 5443, targetPort: 5443 },
    { name: '443', port: 443, targetPort: 9443 },
  ]);
  const [service, ...more] = services({ ...installation(bundle), rules: OLM_INSTALL, certificates: serviceCa });
  expect(more).toEqual([]);
  expect(service?.object).toMatchObject({
    kind: 'Service',
    metadata: {
      name: 'db-service',
      namespace: 'ops',
      labels: { 'olm.managed': 'true' },
      annotations: { 'service.beta.openshift.io/serving-cert-secret-name': 'db-service-cert' },
    },
    spec: { selector: { app: 'db' } },
  });
});

it('each Deployment that serves something has a certificate, and no key is rendered', () => {
  const context = { ...installation(registry({ deployments: [deployment()], webhooks: [webhook()] })), rules: DOCUMENTED_INSTALL };
  expect(certificates(context)).toEqual([]);
  const kinds = certificates({ ...context, certificates: certManager() }).map(({ object }) => object.kind);
  expect(kinds).toEqual(['Issuer', 'Certificate']);
});

it('the cluster’s proxy is passed on as far as it is set, and not at all beside one of the Subscription’s own', () => {
  const proxy = { httpProxy: 'http://p', httpsProxy: '', noProxy: '.svc' };
  expect(proxyEnv(proxy, [{ name: 'no_proxy' }])).toEqual([
    { name: 'HTTP_PROXY', value: 'http://p' },
    { name: 'NO_PROXY', value: '.svc' },
  ]);
  expect(proxyEnv(proxy, [{ name: 'HTTPS_PROXY' }])).toEqual([]);
  expect(proxyEnv({}, [])).toEqual([]);
});

interface Case {
  readonly name: string;
  readonly config: unknown;
  readonly proxy: Record<string, string>;
  readonly deployment: KubernetesObject;
  readonly expected: KubernetesObject;
}

const CASES = JSON.parse(readFileSync(join(import.meta.dirname, '../../../golden/install/overrides.json'), 'utf8')) as Case[];

/** What OLM's overrides alone do: the annotations of the Deployment are the bundle's, which no bundle can say. */
function overridden({ config, proxy, deployment }: Case): KubernetesObject {
  const spec = typed<DeploymentSpec>('DeploymentSpec', deployment.spec).value;
  const [installed] = deployments({
    ...installation(registry({ deployments: [{ name: 'db', spec }] }), 'ops'),
    rules: { ...OLM_INSTALL, labels: () => ({}), podAnnotations: () => spec.template?.metadata?.annotations ?? {} },
    config: deploymentConfig(config).config,
    proxy: {
      ...(proxy.HTTP_PROXY ? { httpProxy: proxy.HTTP_PROXY } : {}),
      ...(proxy.HTTPS_PROXY ? { httpsProxy: proxy.HTTPS_PROXY } : {}),
      ...(proxy.NO_PROXY ? { noProxy: proxy.NO_PROXY } : {}),
    },
  });
  if (!installed) throw new Error('no Deployment');
  const { metadata, ...rest } = installed.object;
  const { revisionHistoryLimit: _, ...kept } = rest.spec as Record<string, unknown>;
  const annotations = { ...metadata.annotations, ...deployment.metadata.annotations };
  return { ...rest, metadata: { ...metadata, annotations }, spec: kept } as KubernetesObject;
}

describe('a Deployment with the settings of a Subscription', () => {
  it('is there to be compared', () => expect(CASES).toHaveLength(21));

  it.each(CASES.map((wanted): [string, Case] => [wanted.name, wanted]))('is what OLM v0 makes of it: %s', (_, wanted) => {
    const { revisionHistoryLimit: __, ...spec } = wanted.expected.spec as Record<string, unknown>;
    expect(comparable([overridden(wanted)])).toEqual(comparable([{ ...wanted.expected, spec } as KubernetesObject]));
  });
});

describe('a Deployment without OLM', () => {
  const spec: DeploymentSpec = {
    template: {
      metadata: { annotations: { own: 'template', both: 'template' } },
      spec: {
        containers: [{ name: 'a', env: [{ name: 'V', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['both']" } } }] }],
      },
    },
  };
  const annotations = { both: 'csv', 'alm-examples': '[]' };
  const bundle = registry({ deployments: [{ name: 'db', label: { part: 'db' }, spec }], annotations });

  it('has the annotations of the CSV that its pods read, and those of its group', () => {
    const [made] = deployments({ ...installation(bundle, 'ops', ['a', 'b']), rules: DOCUMENTED_INSTALL });
    expect(made?.object).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'db', namespace: 'ops', labels: { part: 'db' } },
      spec: {
        revisionHistoryLimit: 1,
        template: {
          metadata: {
            annotations: {
              own: 'template',
              both: 'csv',
              'olm.operatorGroup': 'og',
              'olm.operatorNamespace': 'ops',
              'olm.targetNamespaces': 'a,b',
            },
          },
          spec: spec.template?.spec,
        },
      },
    });
    expect(made?.field).toEqual(['spec', 'install', 'spec', 'deployments', 0]);
  });

  it('has all of them, OLM’s labels and the name of its OperatorCondition in the profile olm', () => {
    const [made] = deployments({ ...installation(bundle, 'ops', ['a', 'b']), rules: OLM_INSTALL });
    expect(made?.object.metadata.labels).toEqual({
      part: 'db',
      'olm.managed': 'true',
      'olm.owner': 'db.v1.0.0',
      'olm.owner.kind': 'ClusterServiceVersion',
      'olm.owner.namespace': 'ops',
    });
    const template = (made?.object.spec as DeploymentSpec | undefined)?.template;
    expect(template?.metadata?.annotations).toMatchObject({ both: 'csv', 'alm-examples': '[]' });
    expect(template?.spec?.containers?.[0]?.env).toContainEqual({ name: 'OPERATOR_CONDITION_NAME', value: 'db.v1.0.0' });
  });
});

it('each group and version that an operator serves has one APIService, with the CA injected', () => {
  const owned = ['a', 'b'].map((name) => ({
    name,
    group: 'g.example.com',
    version: 'v1',
    kind: 'X',
    deploymentName: 'db',
    containerPort: 5443,
  }));
  const context = { ...installation(registry({ ownedAPIServices: owned })), rules: DOCUMENTED_INSTALL, certificates: serviceCa };
  expect(apiServices({ ...context, config: { annotations: { new: 'x' } } })).toEqual([
    {
      object: {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1.g.example.com', annotations: { new: 'x', 'service.beta.openshift.io/inject-cabundle': 'true' } },
        spec: {
          group: 'g.example.com',
          version: 'v1',
          groupPriorityMinimum: 2000,
          versionPriority: 15,
          service: { namespace: 'ops', name: 'db-service', port: 5443 },
        },
      },
      field: ['spec', 'apiservicedefinitions', 'owned', 0],
    },
  ]);
});

const bundle = registry({
  webhooks: [webhook(), webhook({ type: 'ConversionWebhook' }), webhook({ type: 'MutatingAdmissionWebhook', reinvocationPolicy: 'Never' })],
});
const made = (fields: Partial<Installation> = {}) =>
  webhookConfigurations({ ...installation(bundle), rules: DOCUMENTED_INSTALL, ...fields });
const selectors = (fields: Partial<Installation>) =>
  made(fields).map(({ object }) => (object.webhooks as { namespaceSelector?: unknown }[])[0]?.namespaceSelector);

describe('the configuration of a webhook', () => {
  it('has the namespace in its name, so that a second tenant renames nothing, and the CA injected', () => {
    expect(configurationName(webhook({ generateName: 'a-' }), 'ops')).toBe('a-ops');
    expect(made({ certificates: certManager() }).map(({ object, field }) => [object.kind, object.metadata, field])).toEqual([
      [
        'ValidatingWebhookConfiguration',
        { name: 'vdb.kb.io-ops', annotations: { 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
        ['spec', 'webhookdefinitions', 0],
      ],
      [
        'MutatingWebhookConfiguration',
        { name: 'vdb.kb.io-ops', annotations: { 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
        ['spec', 'webhookdefinitions', 2],
      ],
    ]);
  });

  it('reaches the targets of the group, or what the group selects', () => {
    const targets = ['a', 'b'];
    expect(selectors({ group: { name: 'og', targets } })[0]).toEqual({
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: targets }],
    });
    const selector = { matchLabels: { tenant: 'a' } };
    expect(selectors({ group: { name: 'og', targets, selector } })[0]).toEqual(selector);
    expect(selectors({})).toEqual([undefined, undefined]);
  });

  it('D11: of a descoped operator reaches everything', () => {
    expect(selectors({ group: { name: 'og', targets: ['a'] }, isDescoped: true })).toEqual([undefined, undefined]);
  });

  it('asks on port 443 unless told, as OLM’s CRD fills in', () => {
    const { containerPort: _, ...definition } = webhook();
    expect(made({ bundle: registry({ webhooks: [definition] }) })[0]?.object.webhooks).toMatchObject([
      { clientConfig: { service: { port: 443 } } },
    ]);
  });
});

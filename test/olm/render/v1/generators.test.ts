import { describe, expect, it } from 'vitest';
import type { DeploymentSpec } from '../../../../src/base/kubernetes/deployment.js';
import { permissionName } from '../../../../src/olm/render/v1/context.js';
import {
  admissionFields,
  certificateObjects,
  clusterRoles,
  customResourceDefinitions,
  deployments,
  distinctPorts,
  mutatingWebhooks,
  namespaceSelector,
  otherManifests,
  roleAndBinding,
  roles,
  serviceAccounts,
  services,
  validatingWebhooks,
  webhookConfiguration,
  webhookPort,
} from '../../../../src/olm/render/v1/generators.js';
import { crd, deployment, registry, webhook } from '../../../support/registry.js';
import { permission, v1Context } from '../../../support/v1.js';

it('a role and its binding have one name, and bind the account of the install namespace', () => {
  const name = permissionName('db.v1.0.0', permission(''));
  const [role, binding] = roleAndBinding(v1Context(registry()), permission(''), 'a');
  expect(role).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name, namespace: 'a' },
    rules: permission('').rules,
  });
  expect(binding).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name, namespace: 'a' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'ops' }],
  });
});

it('OLM v1 makes each account that permissions name once, but never default', () => {
  const bundle = registry({
    permissions: [permission('a'), permission(''), permission('a')],
    clusterPermissions: [permission('b'), permission('default')],
  });
  expect(serviceAccounts(v1Context(bundle))).toEqual(
    ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'ops' } })),
  );
});

it('OLM v1 makes Roles in each target namespace, and none where the operator watches all', () => {
  const bundle = registry({ permissions: [permission('a')] });
  expect(roles(v1Context(bundle))).toEqual([]);
  expect(roles(v1Context(bundle, 'y', 'x')).map(({ kind, metadata }) => `${kind} ${metadata.namespace}`)).toEqual([
    'Role y',
    'RoleBinding y',
    'Role x',
    'RoleBinding x',
  ]);
});

const namespaces = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] };

it('OLM v1 lifts permissions where the operator watches all namespaces, which it can then see', () => {
  const bundle = registry({ permissions: [permission('a')], clusterPermissions: [permission('b', 'nodes')] });
  const rules = (...targets: string[]): unknown[] =>
    clusterRoles(v1Context(bundle, ...targets))
      .filter(({ kind }) => kind === 'ClusterRole')
      .map((role) => role.rules);
  expect(rules('x')).toEqual([permission('b', 'nodes').rules]);
  expect(rules()).toEqual([permission('b', 'nodes').rules, [...permission('a').rules, namespaces]]);
});

it('OLM v1 writes the conversion of the CRDs that a conversion webhook names, port 0 included', () => {
  const { containerPort: _, ...unported } = webhook({ type: 'ConversionWebhook', conversionCRDs: ['b'] });
  const [plain, converted] = customResourceDefinitions(
    v1Context(registry({ crds: [crd('a'), crd('b', { group: 'g' })], webhooks: [unported] })),
  );
  expect(plain).toEqual(crd('a'));
  expect(converted).toEqual({
    ...crd('b'),
    metadata: { name: 'b', annotations: { 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
    spec: {
      group: 'g',
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { namespace: 'ops', name: 'db-service', path: '/', port: 0 } },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  });
});

it('OLM v1 puts namespaced manifests into the install namespace, by its own idea of them', () => {
  const object = (kind: string, namespace?: string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name: 'n', ...(namespace ? { namespace } : {}) },
  });
  const others = [object('ConfigMap', 'system'), object('VerticalPodAutoscaler', 'system'), object('ClusterRole')];
  expect(otherManifests(v1Context(registry({ others })))).toEqual([
    object('ConfigMap', 'ops'),
    object('VerticalPodAutoscaler', 'system'),
    object('ClusterRole'),
  ]);
});

it('OLM v1 mounts certificates into the Deployments that serve webhooks, and lets the template’s annotations win', () => {
  const annotations = { both: 'csv', csv: 'x' };
  const other = { name: 'other', spec: { template: { metadata: { annotations: { both: 'template' } }, spec: { containers: [] } } } };
  const bundle = registry({ annotations, deployments: [deployment(), other], webhooks: [webhook()] });
  const [serving, plain] = deployments(v1Context(bundle, 'b', 'a')).map(({ spec }) => (spec as DeploymentSpec).template);
  expect(serving?.spec?.volumes?.map(({ name }) => name)).toEqual(['webhook-cert', 'apiservice-cert']);
  expect(plain).toEqual({
    metadata: { annotations: { both: 'template', csv: 'x', 'olm.targetNamespaces': 'b,a', 'olm.operatorNamespace': 'ops' } },
    spec: { containers: [] },
  });
  const { certificates: _, ...without } = v1Context(bundle);
  expect(deployments(without).map(({ spec }) => (spec as DeploymentSpec).template?.spec?.volumes)).toEqual([undefined, undefined]);
});

describe('a webhook configuration of OLM v1', () => {
  it('is called as its webhook, and leads to the Service of its Deployment', () => {
    const definition = webhook({ webhookPath: '/validate', failurePolicy: 'Fail' });
    expect(webhookConfiguration('ValidatingWebhookConfiguration', definition, v1Context(registry(), 'a'))).toEqual({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'vdb.kb.io', annotations: { 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
      webhooks: [
        {
          name: 'vdb.kb.io',
          clientConfig: { service: { namespace: 'ops', name: 'db-service', path: '/validate', port: 443 } },
          failurePolicy: 'Fail',
          admissionReviewVersions: ['v1'],
          namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['a'] }] },
        },
      ],
    });
  });

  it('takes over what was said, and selects nothing where all namespaces are watched', () => {
    expect(admissionFields(webhook({ timeoutSeconds: 0, objectSelector: {} }))).toEqual({
      timeoutSeconds: 0,
      objectSelector: {},
      admissionReviewVersions: ['v1'],
    });
    expect(namespaceSelector([''])).toBeUndefined();
    expect(namespaceSelector([])).toBeUndefined();
  });
});

it('OLM v1 makes a configuration for each validating webhook', () => {
  const reinvocationPolicy = 'IfNeeded';
  const webhooks = ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'].map((type) =>
    webhook({ type, reinvocationPolicy }),
  );
  const made = validatingWebhooks(v1Context(registry({ webhooks })));
  expect(made.map(({ kind }) => kind)).toEqual(['ValidatingWebhookConfiguration']);
  expect((made[0]?.webhooks as object[] | undefined)?.[0]).not.toHaveProperty('reinvocationPolicy');
});

it('OLM v1 makes a configuration for each mutating webhook', () => {
  const reinvocationPolicy = 'IfNeeded';
  const webhooks = ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'].map((type) =>
    webhook({ type, reinvocationPolicy }),
  );
  const made = mutatingWebhooks(v1Context(registry({ webhooks })));
  expect(made.map(({ kind }) => kind)).toEqual(['MutatingWebhookConfiguration']);
  expect((made[0]?.webhooks as object[] | undefined)?.[0]).toHaveProperty('reinvocationPolicy', reinvocationPolicy);
});

describe('the Services of OLM v1', () => {
  it('have the ports of a Deployment’s webhooks by number, each once', () => {
    const ports = [webhook({ targetPort: 'https' }), webhook({ containerPort: 80 }), webhook(), webhook(), webhook({ targetPort: '8443' })];
    const bundle = registry({ deployments: [deployment('none'), deployment()], webhooks: ports });
    expect(services(v1Context(bundle))).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'db-service', namespace: 'ops' },
        spec: {
          ports: [
            { name: '80', port: 80, targetPort: 9443 },
            { name: '443', port: 443, targetPort: 'https' },
            { name: '443', port: 443, targetPort: '8443' },
            { name: '443', port: 443, targetPort: 9443 },
          ],
          selector: { app: 'db' },
        },
      },
    ]);
  });

  it('listen on 443 unless told', () => {
    expect(webhookPort({})).toEqual({ name: '443', port: 443, targetPort: 443 });
    expect(webhookPort({ containerPort: 0, targetPort: 1 })).toEqual({ name: '443', port: 443, targetPort: 1 });
    expect(distinctPorts([webhookPort({}), webhookPort({})])).toHaveLength(1);
  });
});

it('OLM v1 makes the objects of the certificate provider once for each serving Deployment', () => {
  const context = v1Context(registry({ webhooks: [webhook(), webhook({ deploymentName: 'b' }), webhook()] }));
  expect(certificateObjects(context).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Issuer db-service-cert-selfsigned-issuer',
    'Certificate db-service-cert',
    'Issuer b-service-cert-selfsigned-issuer',
    'Certificate b-service-cert',
  ]);
  const { certificates: _, ...without } = context;
  expect(certificateObjects(without)).toEqual([]);
});

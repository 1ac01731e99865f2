import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import {
  apiVersion,
  bindingSubjects,
  conversion,
  crds,
  deploymentNames,
  INSTALL_CHECKS,
  installRefusals,
  manifestKinds,
  repeated,
  serving,
  webhookRules,
} from '../../../../src/olm/rules/install/refusals.js';
import { crd, deployment, registry, webhook } from '../../../support/registry.js';

it('entries are repeated from the second on', () => {
  expect(repeated(['a', 'b', 'a', 'a'], (entry) => entry)).toEqual([
    [2, 'a'],
    [3, 'a'],
  ]);
});

it('a manifest without apiVersion is installed only if its kind is Kubernetes’ own', () => {
  const [own, foreign] = ['ClusterRole', 'ServiceMonitor'].map((kind) => ({ kind, metadata: { name: 'n' } }) as KubernetesObject);
  if (!own || !foreign) throw new Error('no manifests');
  expect(apiVersion(registry({ others: [own, foreign] }))).toMatchObject([
    { code: 'INVALID_BUNDLE', manifest: foreign, at: ['apiVersion'] },
  ]);
});

it('a ServiceAccount in a binding has a namespace, which OLM does not add', () => {
  const subjects = [
    { kind: 'ServiceAccount', name: 'a', namespace: 'system' },
    { kind: 'User', name: 'u' },
    { kind: 'ServiceAccount', name: 'b' },
  ];
  const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'n' }, subjects };
  expect(bindingSubjects(registry({ others: [binding, { ...binding, kind: 'ConfigMap' }] }))).toMatchObject([
    { found: 'ServiceAccount b', manifest: binding, at: ['subjects', 2, 'namespace'] },
  ]);
});

it('CRDs of a bundle are there, once, in a version that clusters serve', () => {
  const old = { ...crd('b'), apiVersion: 'apiextensions.k8s.io/v1beta1' };
  const bundle = registry({ crds: [crd('a'), crd('a'), old], ownedCRDs: [{ name: 'a' }, { name: 'gone' }] });
  expect(crds(bundle).map(({ code, found, expected, at }) => [code, found, expected, at.join('.')])).toEqual([
    ['INVALID_BUNDLE', 'a', 'each CRD once', 'metadata.name'],
    ['UNSUPPORTED_VERSION', 'apiextensions.k8s.io/v1beta1', 'apiextensions.k8s.io/v1', 'apiVersion'],
    ['INVALID_BUNDLE', 'gone', 'one of a, b', 'spec.customresourcedefinitions.owned.1.name'],
  ]);
  expect(crds(registry({ ownedCRDs: [{ name: 'a' }] }))).toMatchObject([{ expected: 'a CRD of the bundle; it has none' }]);
  expect(crds(registry({ crds: [crd('a')], ownedCRDs: [{ name: 'a' }] }))).toEqual([]);
});

it('Deployments of a bundle have names of their own that Kubernetes accepts', () => {
  const refused = deploymentNames(registry({ deployments: ['a', 'a.b', 'a', 'A', ''].map(deployment) }));
  expect(refused.map(({ message, found, at }) => [message, found, at.at(-2)])).toEqual([
    ['two Deployments of the bundle have one name', 'a', 2],
    ['Kubernetes does not accept the name of the Deployment', 'A', 3],
    ['Kubernetes does not accept the name of the Deployment', 'no name', 4],
  ]);
});

it('a bundle brings only kinds that OLM installs', () => {
  const [namespace, map] = ['Namespace', 'ConfigMap'].map((kind) => ({ apiVersion: 'v1', kind, metadata: { name: 'n' } }));
  if (!namespace || !map) throw new Error('no manifests');
  expect(manifestKinds(registry({ others: [map, namespace] }))).toMatchObject([
    { code: 'UNKNOWN_KIND', found: 'Namespace', manifest: namespace, at: ['kind'] },
  ]);
});

const apiService = { name: 'x', group: 'g', version: 'v1', kind: 'X', deploymentName: 'nobody' };

describe('webhooks and APIServices', () => {
  it('are served by a Deployment of the bundle', () => {
    const bundle = registry({
      deployments: [deployment()],
      webhooks: [webhook(), webhook({ deploymentName: 'gone' })],
      ownedAPIServices: [apiService],
    });
    expect(serving(bundle).map(({ message, found, expected, at }) => [message, found, expected, at.join('.')])).toEqual([
      [
        'the webhook is served by a Deployment that the bundle does not have',
        'gone',
        'one of db',
        'spec.webhookdefinitions.1.deploymentName',
      ],
      [
        'the APIService is served by a Deployment that the bundle does not have',
        'nobody',
        'one of db',
        'spec.apiservicedefinitions.owned.0.deploymentName',
      ],
    ]);
  });

  it('share a port only where it leads to one port of the pods', () => {
    const ports = (...targets: (number | string)[]) =>
      serving(registry({ deployments: [deployment()], webhooks: targets.map((targetPort) => webhook({ targetPort })) }));
    expect(ports(9443, 9443)).toEqual([]);
    expect(ports(9443, 'https')).toMatchObject([
      { found: 'port 443 on https, and before on 9443', at: ['spec', 'webhookdefinitions', 1, 'targetPort'] },
    ]);
    const own = { ...apiService, deploymentName: 'db' };
    expect(serving(registry({ deployments: [deployment()], webhooks: [webhook()], ownedAPIServices: [own] }))).toHaveLength(1);
  });
});

it('webhooks are not asked about all APIs, about OLM’s of either generation, or about webhooks', () => {
  const rule = (apiGroups: string[], resources: string[]) => ({ apiGroups, resources });
  const rules = [
    rule(['apps', '*'], ['x']),
    rule(['operators.coreos.com', 'olm.operatorframework.io'], ['x']),
    rule(['admissionregistration.k8s.io'], ['validatingwebhookconfigurations', 'other', '*']),
  ];
  const refused = webhookRules(registry({ webhooks: [webhook({ rules }), webhook({ type: 'ConversionWebhook', rules })] }));
  expect(refused.map(({ found, at }) => [found, at.at(-1)])).toEqual([
    ['a rule for all API groups', 0],
    ["a rule for OLM's API group operators.coreos.com", 1],
    ["a rule for OLM's API group olm.operatorframework.io", 1],
    ['a rule for validatingwebhookconfigurations of admissionregistration.k8s.io', 2],
    ['a rule for * of admissionregistration.k8s.io', 2],
  ]);
});

const hook = (...conversionCRDs: string[]) => webhook({ type: 'ConversionWebhook', conversionCRDs });
const refused = (fields: Parameters<typeof registry>[0]) =>
  conversion(registry({ modes: ['AllNamespaces'], ownedCRDs: [{ name: 'a' }, { name: 'b' }], ...fields })).map(({ message, found, at }) => [
    message,
    found,
    at.join('.'),
  ]);

describe('conversion', () => {
  it('is for operators of the whole cluster', () => {
    expect(refused({ webhooks: [hook('a')] })).toEqual([]);
    expect(refused({ modes: ['AllNamespaces', 'OwnNamespace'], webhooks: [webhook(), hook('a')] })).toEqual([
      [
        'the operator converts objects of the whole cluster but can be installed for single namespaces',
        'the install modes AllNamespaces, OwnNamespace',
        'spec.webhookdefinitions.1.type',
      ],
    ]);
  });

  it('is of CRDs that the operator owns, by one webhook each', () => {
    expect(refused({ webhooks: [hook('a', 'foreign'), hook('b', 'a')] })).toEqual([
      ['the operator converts a CRD that it does not own', 'foreign', 'spec.webhookdefinitions.0.conversionCRDs.1'],
      ['two webhooks of the bundle convert one CRD', 'a', 'spec.webhookdefinitions.1.conversionCRDs.1'],
    ]);
  });

  it('is not of CRDs that preserve unknown fields', () => {
    expect(refused({ crds: [crd('a', { preserveUnknownFields: true })], webhooks: [hook('a')] })).toEqual([
      [
        'the API server converts no objects of a CRD that preserves unknown fields',
        'spec.preserveUnknownFields of a is true',
        'spec.webhookdefinitions.0.conversionCRDs.0',
      ],
    ]);
  });
});

it('a bundle is refused for all that is wrong with it at once', () => {
  expect(INSTALL_CHECKS).toHaveLength(8);
  expect(installRefusals(registry({ deployments: [deployment()] }))).toEqual([]);
  const bad = registry({
    deployments: [deployment('A')],
    ownedCRDs: [{ name: 'gone' }],
    webhooks: [webhook({ rules: [{ apiGroups: ['*'] }] })],
    others: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } }],
  });
  expect(installRefusals(bad).map(({ found }) => found)).toEqual(['A', 'gone', 'db', 'a rule for all API groups', 'Namespace']);
});

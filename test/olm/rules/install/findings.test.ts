import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import {
  descopedFindings,
  featureGates,
  foreignConversion,
  missingPriorityClasses,
  missingSecrets,
  readsOlm,
  subscribedBesideInstall,
} from '../../../../src/olm/rules/install/findings.js';
import { crd, registry, webhook } from '../../../support/registry.js';

const csv = { kind: 'ClusterServiceVersion', namespace: 'ops', name: 'scaler.v1' };

describe('administrators of a descoped operator are told', () => {
  it('D8: which roles it needs, and which it can be given', () => {
    const roles = [
      { account: 's', role: 's-required-perms-1', isRequired: true },
      { account: 't', role: 't-perms-1', isRequired: false },
    ];
    expect(new Set(descopedFindings(csv, roles, []).map(({ id }) => id))).toEqual(new Set(['descoped-permissions']));
    expect(descopedFindings(csv, roles, []).map(({ message }) => message)).toEqual([
      'the ServiceAccount s needs the ClusterRole s-required-perms-1 in every namespace that the operator is to work in',
      'the ServiceAccount t can be given the ClusterRole t-perms-1 where it is wanted: it has several, and needs none of them everywhere',
    ]);
  });

  it('D13: of which of its APIs it cannot report the status', () => {
    expect(descopedFindings(csv, [], ['plans.example.com'])).toMatchObject([
      {
        id: 'status-not-granted',
        severity: 'info',
        message: 'plans.example.com has no status, so the operator can only read it everywhere',
      },
    ]);
  });
});

it('a ClusterExtension that needs feature gates gets a warning that names them', () => {
  const extension = { kind: 'ClusterExtension', name: 'db' };
  expect(featureGates(extension, [])).toEqual([]);
  expect(featureGates(extension, ['DeploymentConfig'])).toMatchObject([
    {
      id: 'feature-gate-needed',
      severity: 'warning',
      subject: extension,
      message: expect.stringContaining('the feature gate DeploymentConfig of'),
    },
  ]);
});

it('a CRD that a foreign Service converts gets a warning, one that the bundle converts does not', () => {
  const conversion = { strategy: 'Webhook', webhook: { clientConfig: { service: { namespace: 'system', name: 'webhook-service' } } } };
  const crds = [crd('a', { conversion }), crd('b', { conversion }), crd('c', { conversion: { strategy: 'None' } }), crd('d')];
  const bundle = registry({ crds, webhooks: [webhook({ type: 'ConversionWebhook', conversionCRDs: ['a'] })] });
  expect(foreignConversion(bundle, 'ops').map(({ id, severity, message, related }) => [id, severity, message, related])).toEqual([
    [
      'conversion-service-foreign',
      'warning',
      'the CRD b is converted by the Service system/webhook-service, which no webhook definition of the CSV makes: reading its objects in another version fails unless that Service is there',
      [{ kind: 'CustomResourceDefinition', name: 'b' }],
    ],
  ]);
});

it('a Secret that pods wait for and nothing makes gets a warning', () => {
  const volumes = [
    { name: 'a', secret: { secretName: 'wanted' } },
    { name: 'b', secret: { secretName: 'optional', optional: true } },
    { name: 'c', secret: { secretName: 'there' } },
    { name: 'd', emptyDir: {} },
    { name: 'e', secret: { secretName: 'wanted' } },
  ];
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'db', namespace: 'ops' },
    spec: { template: { spec: { volumes } } },
  };
  expect(missingSecrets(deployment, ['there'], 'db.v1')).toMatchObject([
    { id: 'secret-not-in-input', severity: 'warning', related: [{ kind: 'Secret', namespace: 'ops', name: 'wanted' }] },
  ]);
});

const deployment = (name: string, priorityClassName?: string): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'ops' },
  spec: { template: { spec: { priorityClassName } } },
});

it('a PriorityClass that no cluster has by itself, and that is not rendered, gets a warning', () => {
  const deployments = [
    deployment('a', 'own'),
    deployment('b', 'own'),
    deployment('c', 'system-node-critical'),
    deployment('d'),
    deployment('e', 'there'),
  ];
  expect(missingPriorityClasses(deployments, ['there'], 'db.v1')).toMatchObject([
    {
      id: 'priority-class-not-rendered',
      severity: 'warning',
      subject: { kind: 'ClusterServiceVersion', namespace: 'ops', name: 'db.v1' },
      message: '2 Deployments get no pods before there is a PriorityClass own, which the bundle does not bring',
      related: [{ kind: 'PriorityClass', name: 'own' }],
    },
  ]);
});

it('an operator that asks for OLM’s own objects gets a warning', () => {
  const rule = (apiGroups: string[], resources: string[]) => ({
    serviceAccountName: 'db',
    rules: [{ verbs: ['get'], apiGroups, resources }],
  });
  expect(readsOlm(registry({ permissions: [rule([''], ['operatorconditions'])] }), 'ops')).toEqual([]);
  const bundle = registry({
    permissions: [rule(['operators.coreos.com'], ['operatorconditions', 'operatorconditions/status'])],
    clusterPermissions: [rule(['', 'operators.coreos.com'], ['clusterserviceversions'])],
  });
  expect(readsOlm(bundle, 'ops')).toMatchObject([
    {
      id: 'reads-olm-objects',
      severity: 'warning',
      subject: { namespace: 'ops', name: 'db.v1.0.0' },
      message:
        'the operator asks for clusterserviceversions and operatorconditions of operators.coreos.com, which are not there without OLM: it can fail, or wait for ever',
    },
  ]);
});

it('a Subscription beside an installed operator gets a note', () => {
  const csv = { kind: 'ClusterServiceVersion', namespace: 'ops', name: 'db.v1' };
  expect(subscribedBesideInstall({ namespace: 'ops', name: 'db' }, csv)).toMatchObject({
    id: 'subscription-beside-install',
    severity: 'info',
    subject: { kind: 'Subscription', namespace: 'ops', name: 'db' },
    related: [csv],
  });
});

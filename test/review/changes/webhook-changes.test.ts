import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { webhookChanges } from '../../../src/review/changes/webhook-changes.js';
import { operatorState, pod } from '../../support/workloads.js';

const described = (rules: readonly unknown[], fields: Record<string, unknown> = {}) =>
  operatorState('etcd.v1', pod(), {
    webhookdefinitions: [
      {
        type: 'MutatingAdmissionWebhook',
        generateName: 'hook',
        deploymentName: 'manager',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        rules,
        ...fields,
      },
    ],
  });
const PODS = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const OWN = { operations: ['*'], apiGroups: ['etcd.example.com'], apiVersions: ['v1'], resources: ['etcds'] };
const texts = (...args: Parameters<typeof webhookChanges>) =>
  webhookChanges(...args).map(({ severity, message }) => `${severity}: ${message}`);

describe('webhooks', () => {
  it('tells what a new one intercepts, and what stops while it is down', () => {
    expect(texts(operatorState('etcd.v1', pod()), described([PODS]))).toEqual([
      'warning: adds the mutating webhook hook, which can change create pods in any namespace; while Deployment op/manager is down, nobody can create pods in any namespace',
    ]);
  });

  it('is a note for the kinds of the operator itself', () => {
    expect(texts(operatorState('etcd.v1', pod()), described([OWN]))).toEqual([
      'info: adds the mutating webhook hook, which can change write etcds.etcd.example.com in any namespace',
    ]);
  });

  it('tells what is intercepted in addition', () => {
    expect(texts(described([OWN]), described([OWN, PODS]))).toEqual([
      'warning: the mutating webhook hook now also intercepts create pods; while Deployment op/manager is down, nobody can create pods in any namespace',
    ]);
    expect(texts(described([OWN, PODS]), described([OWN]))).toEqual(['warning: the mutating webhook hook intercepts fewer requests']);
  });

  it('tells of another failure policy', () => {
    expect(texts(described([PODS], { failurePolicy: 'Ignore' }), described([PODS]))).toEqual([
      'warning: the mutating webhook hook now refuses requests while it does not answer; while Deployment op/manager is down, nobody can create pods in any namespace',
    ]);
  });

  it('tells of other selectors and conditions, by which requests can pass it by', () => {
    const told =
      'warning: the mutating webhook hook chooses other requests by its selectors or conditions, so what it checks can be bypassed';
    expect(texts(described([PODS]), described([PODS], { objectSelector: { matchLabels: { a: 'b' } } }))).toEqual([told]);
    expect(texts(described([PODS]), described([PODS], { objectSelector: {}, matchPolicy: 'Equivalent' }))).toEqual([]);
  });

  it('tells of a CRD of the input whose objects pass through one', () => {
    const crd = (conversion: object): KubernetesObject => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'etcds.example.com' },
      spec: { conversion },
    });
    const [before, after] = [{ strategy: 'None' }, { strategy: 'Webhook', webhook: { clientConfig: { url: 'https://evil.example.com' } } }];
    const side = (conversion: object) => ({ ...operatorState('etcd.v1', pod()), given: [crd(conversion)] });
    expect(webhookChanges(side(before), side(after)).map(({ message }) => message)).toEqual([
      'adds the webhook etcds.example.com, which converts objects of etcds.example.com',
    ]);
    expect(webhookChanges(side(after), side(after))).toEqual([]);
  });

  it('reads configurations of the input', () => {
    const configuration: KubernetesObject = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'guard' },
      webhooks: [{ name: 'guard.example.com', clientConfig: { url: 'https://evil.example.com' }, rules: [{ ...PODS, operations: ['*'] }] }],
    };
    const base = operatorState('etcd.v1', pod());
    expect(texts(base, operatorState('etcd.v1', pod(), {}, configuration))).toEqual([
      'warning: adds the validating webhook guard.example.com, which can refuse write pods in any namespace; while https://evil.example.com is down, nobody can write pods in any namespace',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { severityOf } from '../../../../../src/review/rules/changed/webhooks/webhook-facts.js';
import { webhooks } from '../../../../../src/review/rules/changed/webhooks/webhooks.js';
import type { Webhook } from '../../../../../src/review/state/webhooks.js';
import { sides } from '../../../../support/states.js';
import { operatorState, pod } from '../../../../support/workloads.js';

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
const texts = (...args: Parameters<typeof sides>) =>
  webhooks.compare(...sides(...args)).map(({ severity, message }) => `${severity}: ${message}`);

describe('webhooks', () => {
  it('tells what a new one intercepts, and what stops while it is down', () => {
    expect(texts(operatorState('etcd.v1', pod()), described([PODS]))).toEqual([
      'warning: adds the mutating webhook hook, which can change create pods in any namespace; while Deployment op/manager is down, nobody can create pods in any namespace',
    ]);
  });

  it('is a warning for one of a CSV that changes Pods, also in a few namespaces', () => {
    const webhook = { kind: 'mutating', intercepts: ['CREATE /pods'], namespaces: ['op'], selection: [], target: 'Service op/a' };
    expect(severityOf(webhook as unknown as Webhook)).toBe('warning');
    expect(severityOf({ ...webhook, kind: 'validating' } as unknown as Webhook)).toBe('info');
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
    const told = 'warning: the mutating webhook hook chooses other requests by its selectors or conditions, so its check can be bypassed';
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
    const state = (conversion: object) => ({ ...operatorState('etcd.v1', pod()), given: [crd(conversion)] });
    expect(texts(state(before), state(after))).toEqual([
      'warning: adds the webhook etcds.example.com, which converts objects of etcds.example.com',
    ]);
    const inside = { strategy: 'Webhook', webhook: { clientConfig: { service: { namespace: 'op', name: 'a' } } } };
    expect(texts(state(before), state(inside))).toMatchObject([expect.stringMatching(/^info: /)]);
    expect(texts(state(inside), state(after))).toEqual([
      'warning: the conversion webhook etcds.example.com sends requests to https://evil.example.com instead of Service op/a',
    ]);
    expect(webhooks.compare(...sides(state(after), state(after)))).toEqual([]);
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

  it('is an error where a check of the input on what others write is weaker or gone, and not where it is stricter', () => {
    const guard = (fields: object): KubernetesObject => ({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'guard' },
      webhooks: [{ name: 'g', clientConfig: { url: 'https://a' }, rules: [{ ...PODS, operations: ['*'] }], ...fields }],
    });
    const severity = (before: object, after?: object) =>
      texts(
        operatorState('etcd.v1', pod(), {}, guard(before)),
        after ? operatorState('etcd.v1', pod(), {}, guard(after)) : operatorState('etcd.v1', pod()),
      ).map((text) => text.split(':')[0]);
    expect(severity({}, { failurePolicy: 'Ignore' })).toEqual(['error']);
    expect(severity({}, { matchConditions: [{ name: 'a', expression: 'false' }] })).toEqual(['error']);
    expect(severity({}, { rules: [{ ...PODS, operations: ['CREATE'] }] })).toEqual(['error']);
    expect(severity({})).toEqual(['error']);
    expect(severity({ failurePolicy: 'Ignore' }, {})).toEqual(['warning']);
  });

  it('goes by what its selector of namespaces really leaves out', () => {
    const added = (rule: object, namespaceSelector: object) => {
      const webhooks = [{ name: 'g', clientConfig: {}, rules: [{ ...PODS, ...rule }], namespaceSelector }];
      const configuration: KubernetesObject = {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingWebhookConfiguration',
        metadata: { name: 'guard' },
        webhooks,
      };
      return texts(operatorState('etcd.v1', pod()), operatorState('etcd.v1', pod(), {}, configuration)).map((text) => text.split(':')[0]);
    };
    const [some, others] = [{ matchLabels: { a: 'b' } }, { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] }];
    const RBAC = { apiGroups: ['rbac.authorization.k8s.io'] };
    expect(added({ resources: ['secrets'] }, others)).toEqual(['error']);
    expect(added({ resources: ['secrets'] }, some)).toEqual(['warning']);
    expect(added({ resources: ['pods'] }, others)).toEqual(['warning']);
    expect(added({ resources: ['pods'] }, some)).toEqual(['info']);
    expect(added({ ...RBAC, resources: ['clusterrolebindings'] }, some), 'is in no namespace').toEqual(['error']);
    expect(added({ ...RBAC, resources: ['rolebindings'] }, some)).toEqual(['warning']);
    expect(added({ apiGroups: ['*'], resources: ['*'] }, some)).toEqual(['error']);
    expect(added({ resources: ['nodes'] }, some)).toEqual(['warning']);
    expect(added({ resources: ['namespaces'] }, some)).toEqual(['info']);
  });

  it('tells of a webhook that goes, and warns where it looked at what everybody writes', () => {
    expect(texts(described([PODS]), operatorState('etcd.v1', pod()))).toEqual(['warning: the mutating webhook hook is removed']);
    expect(texts(described([OWN]), operatorState('etcd.v1', pod()))).toEqual(['info: the mutating webhook hook is removed']);
  });

  it('tells of a weakness that comes with requests in addition', () => {
    expect(texts(described([PODS]), described([PODS, OWN], { failurePolicy: 'Ignore' }))).toEqual([
      'info: the mutating webhook hook now also intercepts write etcds.etcd.example.com',
      'warning: the mutating webhook hook no longer refuses requests while it does not answer, so its checks can be bypassed',
    ]);
  });

  it('tells of other versions and scopes, by which requests can pass it by', () => {
    const other = (fields: object) => texts(described([PODS]), described([{ ...PODS, ...fields }]));
    const told = ['warning: the mutating webhook hook intercepts other API versions or scopes, so its check can be bypassed'];
    expect(other({ apiVersions: ['v0'] })).toEqual(told);
    expect(other({ scope: 'Cluster' })).toEqual(told);
    expect(other({ apiVersions: ['v1', 'v2'] })).toEqual([]);
    expect(other({ apiVersions: ['*'] })).toEqual([]);
    expect(texts(described([PODS, OWN]), described([OWN, PODS]))).toEqual([]);
  });
});

describe('each field of a webhook that changes is told', () => {
  const FIELDS = {
    type: 'MutatingAdmissionWebhook',
    generateName: 'hook',
    deploymentName: 'manager',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    rules: [PODS],
  };
  const inCsv = (name: string) => (fields: object) =>
    operatorState(name, pod(), { replaces: 'etcd.v1', webhookdefinitions: [{ ...FIELDS, ...fields }] });
  const configured = (fields: object) =>
    operatorState(
      'etcd.v1',
      pod(),
      {},
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingWebhookConfiguration',
        metadata: { name: 'guard' },
        webhooks: [{ ...FIELDS, name: 'hook', clientConfig: { service: { namespace: 'op', name: 'manager' } }, ...fields }],
      },
    );
  const WAYS = [
    ['in a CSV', inCsv('etcd.v1'), inCsv('etcd.v1')],
    ['in an upgrade', inCsv('etcd.v1'), inCsv('etcd.v2')],
    ['in a configuration', configured, configured],
  ] as const;
  const BYPASSED = 'so its check can be bypassed';

  it.each(
    WAYS.flatMap(([way, was, is]) =>
      (
        [
          [{ matchPolicy: 'Exact' }, `warning: chooses other requests by its selectors or conditions, ${BYPASSED}`],
          [{ reinvocationPolicy: 'IfNeeded' }, 'info: has reinvocationPolicy IfNeeded instead of Never'],
          [{ sideEffects: 'NoneOnDryRun' }, 'info: has sideEffects NoneOnDryRun instead of None'],
          [{ admissionReviewVersions: ['v1beta1'] }, 'info: has admissionReviewVersions ["v1beta1"] instead of ["v1"]'],
          [{ timeoutSeconds: 30 }, 'info: is waited for 30 s instead of 10 s'],
        ] as const
      ).map(([fields, told]) => [Object.keys(fields)[0], way, was, is, fields, told] as const),
    ),
  )('%s %s', (_, __, was, is, fields, told) => {
    const [severity, says] = told.split(': ', 2);
    expect(texts(was({}), is(fields))).toEqual([`${severity}: the mutating webhook hook ${says}`]);
    expect(texts(was(fields), is(fields))).toEqual([]);
  });

  it.each(WAYS)('a shorter time after which it is skipped, %s', (_, was, is) => {
    const fields = (timeoutSeconds: number) => ({ failurePolicy: 'Ignore', timeoutSeconds });
    expect(texts(was(fields(10)), is(fields(1)))).toEqual([
      `warning: the mutating webhook hook is waited for 1 s instead of 10 s, and is skipped after that, ${BYPASSED}`,
    ]);
  });

  it.each(WAYS.slice(0, 2))('the path and the ports of its server, %s', (_, was, is) => {
    expect(texts(was({ webhookPath: '/a' }), is({ webhookPath: '/b' }))).toEqual([
      'warning: the mutating webhook hook asks /b of Deployment op/manager instead of /a',
    ]);
    expect(texts(was({}), is({ containerPort: 443 }))).toEqual([]);
    expect(texts(was({}), is({ containerPort: 443, targetPort: 8443 }))).toEqual([
      'info: the mutating webhook hook asks port 443 to 8443 of Deployment op/manager instead of 443',
    ]);
  });

  it('the server of a configuration, its path and port, and whom it has to be certified by', () => {
    const of = (service: object, caBundle?: string) => configured({ clientConfig: { service, ...(caBundle ? { caBundle } : {}) } });
    const service = { namespace: 'op', name: 'manager', path: '/a', port: 443 };
    expect(texts(of(service), of({ ...service, path: '/b', port: 444 }, 'Y2E='))).toEqual([
      'warning: the mutating webhook hook asks /b of Service op/manager instead of /a',
      'warning: the mutating webhook hook asks port 444 of Service op/manager instead of 443',
      'warning: the mutating webhook hook checks its server against another certificate authority (caBundle), which decides who can answer in its place',
    ]);
    expect(texts(of(service), configured({ clientConfig: { url: 'https://evil.example.com' } }))).toEqual([
      'warning: the mutating webhook hook sends requests to https://evil.example.com instead of Service op/manager',
    ]);
  });

  it('what it intercepts only where that differs', () => {
    const [was, is] = ['YQ==', 'Yg=='].map((caBundle) => configured({ clientConfig: { service: { name: 'manager' }, caBundle } }));
    const [change] = was && is ? webhooks.compare(...sides(was, is)) : [];
    expect(change).toMatchObject({ rule: { id: 'webhook-changed' }, severity: 'warning' });
    expect(change).not.toHaveProperty('before');
    expect(change).not.toHaveProperty('after');
  });

  it('the server of one that sees every Secret, as an error', () => {
    const rules = [{ ...PODS, resources: ['secrets'] }];
    const elsewhere = configured({ rules, clientConfig: { url: 'https://evil.example.com' } });
    expect(texts(configured({ rules }), elsewhere)).toEqual([
      'error: the mutating webhook hook sends requests to https://evil.example.com instead of Service op/manager',
    ]);
  });
});

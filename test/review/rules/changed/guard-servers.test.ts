/** What serves a guard: each object with each way in which it stops serving, for each that asks, and for an engine of another unit. */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { guardUndone } from '../../../../src/review/rules/changed/guard-undone.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const RBAC = 'rbac.authorization.k8s.io';

/** A program with all that it needs. */
function programIn(place: string, name: string) {
  const own = (more: string = name) => ({ name: more, namespace: place });
  const labels = { app: name };
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name };
  const objects = {
    workload: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: own(),
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: name,
            containers: [{ name: 'a', image: 'example.com/a:1', resources: { limits: { memory: '512Mi' } } }],
          },
        },
      },
    },
    service: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: own('svc'),
      spec: { selector: labels, ports: [{ port: 443, targetPort: 9443 }] },
    },
    account: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: own() },
    role: {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRole',
      metadata: { name },
      rules: [{ apiGroups: ['rules.example.com'], resources: ['rules'], verbs: ['get', 'list', 'watch'] }],
    },
    binding: {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: place }],
    },
    budget: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: own(),
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    },
    scaler: {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: own(),
      spec: { scaleTargetRef: target, minReplicas: 2, maxReplicas: 4 },
    },
    'scaler of KEDA': {
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      metadata: own(),
      spec: { scaleTargetRef: { name }, minReplicaCount: 1 },
    },
    sizer: { apiVersion: 'autoscaling.k8s.io/v1', kind: 'VerticalPodAutoscaler', metadata: own(), spec: { targetRef: target } },
    quota: { apiVersion: 'v1', kind: 'ResourceQuota', metadata: own(), spec: { hard: { pods: '20' } } },
    limit: {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: own(),
      spec: { limits: [{ type: 'Container', default: { memory: '512Mi' } }] },
    },
  };
  return objects as unknown as Record<keyof typeof objects, KubernetesObject>;
}

type Part = keyof ReturnType<typeof programIn>;
// biome-ignore lint/suspicious/noExplicitAny: each change edits its own kind
type Change = (object: any) => void;

/** Years, in each field that holds up a container, a Pod or a rollout, and too little time to answer. */
const TIMES: Readonly<Record<string, Change>> = (() => {
  const asks = { httpGet: { port: 1 } };
  const years = 2_000_000_000;
  const first = (one: Parameters<Change>[0]) => one.spec.template.spec.containers[0];
  const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].flatMap((probe) => {
    const fields = ['initialDelaySeconds', 'failureThreshold', ...(probe === 'livenessProbe' ? [] : ['successThreshold'])];
    const kills = { periodSeconds: 1, failureThreshold: 1 };
    return [
      ...fields.map(
        (field) => [`years as ${field} of its ${probe}`, (one) => (first(one)[probe] = { ...asks, [field]: years })] as [string, Change],
      ),
      [`periods of years of its ${probe}`, (one) => (first(one)[probe] = { ...asks, periodSeconds: years, successThreshold: 2 })],
      ...(probe === 'readinessProbe'
        ? []
        : [[`no time for its ${probe}`, (one: Parameters<Change>[0]) => (first(one)[probe] = { ...asks, ...kills })]]),
    ] as [string, Change][];
  });
  const hooks = ['postStart', 'preStop'].map((hook): [string, Change] => [
    `years of sleep in ${hook}`,
    (one) => (first(one).lifecycle = { [hook]: { sleep: { seconds: years } } }),
  ]);
  return Object.fromEntries([
    ...probes,
    ...hooks,
    ['years as minReadySeconds', (one: Parameters<Change>[0]) => (one.spec.minReadySeconds = years)],
    ['years as progressDeadlineSeconds', (one: Parameters<Change>[0]) => (one.spec.progressDeadlineSeconds = years)],
    ['years to end', (one: Parameters<Change>[0]) => (one.spec.template.spec.terminationGracePeriodSeconds = years)],
    ['a pause', (one: Parameters<Change>[0]) => (one.spec.paused = true)],
  ]);
})();

const CHANGES: Readonly<Record<Part, Readonly<Record<string, Change>>>> = {
  workload: {
    'without Pods': (one) => (one.spec.replicas = 0),
    'other arguments': (one) => (one.spec.template.spec.containers[0].args = ['--off']),
    'too little memory': (one) => (one.spec.template.spec.containers[0].resources.limits.memory = '1Mi'),
    'another account': (one) => (one.spec.template.spec.serviceAccountName = 'other'),
    'no node': (one) => (one.spec.template.spec.nodeSelector = { no: 'where' }),
    'another scheduler': (one) => (one.spec.template.spec.schedulerName = 'x'),
    'another operating system': (one) => (one.spec.template.spec.os = { name: 'windows' }),
    gates: (one) => (one.spec.template.spec.schedulingGates = [{ name: 'x' }]),
    'a low priority': (one) => (one.spec.template.spec.priorityClassName = 'low'),
    'a probe that fails': (one) => (one.spec.template.spec.containers[0].readinessProbe = { exec: { command: ['false'] } }),
    'another runtime': (one) => (one.spec.template.spec.runtimeClassName = 'x'),
    'other addresses of hosts': (one) =>
      (one.spec.template.spec.hostAliases = [{ ip: '192.0.2.1', hostnames: ['kubernetes.default.svc'] }]),
    ...TIMES,
    'an end': (one) => (one.spec.template.spec.activeDeadlineSeconds = 1),
  },
  service: {
    'another selector': (one) => (one.spec.selector = { app: 'x' }),
    'no selector': (one) => delete one.spec.selector,
    'another target': (one) => (one.spec.ports[0].targetPort = 1),
    'another port': (one) => (one.spec.ports[0].port = 444),
    'another host': (one) => (one.spec = { type: 'ExternalName', externalName: 'example.com' }),
    'its own node alone': (one) => (one.spec.internalTrafficPolicy = 'Local'),
  },
  account: {
    'no token': (one) => (one.automountServiceAccountToken = false),
    'other pull secrets': (one) => (one.imagePullSecrets = [{ name: 'x' }]),
  },
  role: { 'fewer verbs': (one) => one.rules[0].verbs.pop(), 'no rules': (one) => (one.rules = []) },
  binding: { 'no subjects': (one) => (one.subjects = []), 'another role': (one) => (one.roleRef.name = 'view') },
  budget: {
    'all at once': (one) => (one.spec.minAvailable = 0),
    'another selector': (one) => (one.spec.selector = { matchLabels: { app: 'x' } }),
  },
  scaler: { 'to nothing': (one) => (one.spec.minReplicas = 0), 'to one': (one) => (one.spec.maxReplicas = 1) },
  'scaler of KEDA': { 'to nothing': (one) => (one.spec.minReplicaCount = 0) },
  sizer: { 'to little': (one) => (one.spec.resourcePolicy = { containerPolicies: [{ maxAllowed: { memory: '1Mi' } }] }) },
  quota: { 'no Pods': (one) => (one.spec.hard.pods = '0') },
  limit: { 'little memory': (one) => (one.spec.limits[0].default.memory = '1Mi') },
};

/** Objects without which the program works as before. */
const BOUNDING: ReadonlySet<Part> = new Set<Part>(['budget', 'scaler', 'scaler of KEDA', 'sizer', 'quota', 'limit']);

const service = { namespace: 'gk', name: 'svc' };
const ASKING: Readonly<Record<string, KubernetesObject>> = {
  'a webhook': {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'asks' },
    webhooks: [{ name: 'a.b.c', clientConfig: { service } }],
  } as KubernetesObject,
  'an API': { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.example.com' }, spec: { service } },
  'a conversion': {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'rules.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Rule', plural: 'rules', singular: 'rule', listKind: 'RuleList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      conversion: { strategy: 'Webhook', webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] } },
    },
  },
};

function found(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): readonly string[] {
  return (guardUndone.compare?.(accessTo(...before), accessTo(...after)) ?? []).map(({ severity }) => severity);
}

function changed(object: KubernetesObject, change: Change): KubernetesObject {
  const copy = structuredClone(object);
  change(copy);
  return copy;
}

const EACH = (Object.entries(CHANGES) as [Part, Readonly<Record<string, Change>>][]).flatMap(([part, changes]) =>
  Object.entries(changes).map(([how, change]) => [part, how, change] as const),
);
const PARTS = Object.keys(CHANGES) as Part[];

describe.each(Object.entries(ASKING))('what serves %s', (_, asking) => {
  const { workload, service: own, account, role, binding, ...bounding } = programIn('gk', 'grd');
  const needed = { workload, service: own, account, role, binding };
  const around = (part: Part, object: KubernetesObject | undefined) => {
    const all = { ...needed, ...(part in needed ? {} : { [part]: programIn('gk', 'grd')[part] }) };
    return [namespace('gk'), asking, ...Object.entries(all).flatMap(([name, one]) => (name === part ? (object ?? []) : one))];
  };
  const whole = { ...needed, ...bounding };

  it.each(EACH)('is told if its %s has or gets %s', (part, __, change) => {
    expect(found(around(part, whole[part]), around(part, changed(whole[part], change)))).not.toEqual([]);
  });

  it.each(PARTS.filter((part) => !BOUNDING.has(part)))('is told if its %s is gone', (part) => {
    expect(found(around(part, whole[part]), around(part, undefined))).not.toEqual([]);
  });

  it.each(PARTS.filter((part) => BOUNDING.has(part)))('is told if it gets a %s', (part) => {
    expect(found(around(part, undefined), around(part, whole[part]))).not.toEqual([]);
  });

  it('is told if its Namespace is gone', () => {
    const [, ...rest] = around('workload', workload);
    expect(found(around('workload', workload), rest)).toContain(asking.kind.endsWith('WebhookConfiguration') ? 'error' : 'warning');
  });

  it('is nothing if only its image has a later version', () => {
    const later = changed(workload, (one) => (one.spec.template.spec.containers[0].image = 'example.com/a:2'));
    expect(found(around('workload', workload), around('workload', later))).toEqual([]);
  });
});

/** The times with which no Pod is ever ready, so that a delivery waits for any workload. */
const HOLDS_UP =
  /^years as (?:minReady|(?:initialDelay|successThreshold)\w* of its (?:startup|readiness))|^periods of years of its (?:startup|readiness)|postStart/;

describe('what serves an engine that another unit installs', () => {
  const whole = programIn('kyverno', 'kyverno-admission-controller');

  it.each(EACH)('is told if its %s has or gets %s', (part, _, change) => {
    expect(found([whole[part]], [changed(whole[part], change)])).toEqual(['warning']);
  });

  it.each(PARTS.filter((part) => !BOUNDING.has(part)))('is told if its %s is gone', (part) => {
    expect(found([whole[part]], [])).toEqual(['warning']);
  });

  it.each(PARTS.filter((part) => BOUNDING.has(part)))('is told if it gets a %s', (part) => {
    expect(found([], [whole[part]])).toEqual(['warning']);
  });

  it('is nothing if the engine is new as a whole, or only has a later version', () => {
    expect(found([], Object.values(whole))).toEqual([]);
    const later = changed(whole.workload, (one) => (one.spec.template.spec.containers[0].image = 'example.com/a:2'));
    expect(found([whole.workload], [later])).toEqual([]);
  });

  it('is nothing for programs of other names', () => {
    const other = programIn('shop', 'shop');
    for (const [part, how, change] of EACH)
      expect(found([other[part]], [changed(other[part], change)]), how).toEqual(HOLDS_UP.test(how) ? ['warning'] : []);
  });
});

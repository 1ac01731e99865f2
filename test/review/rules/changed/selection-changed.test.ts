import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { selectionChanged } from '../../../../src/review/rules/changed/selection-changed.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

type Labels = Readonly<Record<string, string>>;

const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  selectionChanged
    .compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after))
    .map(({ severity, message }) => `${severity}: ${message}`);

/** Things that can be selected, by their labels. */
const THINGS: Readonly<Record<string, (labels: Labels) => KubernetesObject>> = {
  Namespace: (labels) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team', labels } }),
  Pod: (labels) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'op', name: 'p', labels },
    spec: { containers: [{ name: 'a' }] },
  }),
  Deployment: (labels) => workload('apps/v1', 'Deployment', labels, (template) => ({ template })),
  DaemonSet: (labels) => workload('apps/v1', 'DaemonSet', labels, (template) => ({ template })),
  CronJob: (labels) => workload('batch/v1', 'CronJob', labels, (template) => ({ jobTemplate: { spec: { template } } })),
  'a kind of a tool': (labels) => workload('example.com/v1', 'Server', labels, (template) => ({ nodes: [{ template }] })),
  Node: (labels) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', labels } }),
  ConfigMap: (labels) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', name: 'c', labels } }),
  ClusterDeployment: (labels) => ({
    apiVersion: 'hive.openshift.io/v1',
    kind: 'ClusterDeployment',
    metadata: { namespace: 'c', name: 'c', labels },
    spec: {},
  }),
  Service: (labels) => ({ apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'op', name: 's', labels }, spec: {} }),
};

function workload(apiVersion: string, kind: string, labels: Labels, spec: (template: object) => object): KubernetesObject {
  const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } };
  return { apiVersion, kind, metadata: { namespace: 'op', name: 'w' }, spec: spec(template) };
}

/** What selects, by its selector, and what it selects. */
const PODS = ['Pod', 'Deployment', 'DaemonSet', 'CronJob', 'a kind of a tool'];
const of = (apiVersion: string, kind: string, fields: object, inOp = false): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name: 'sel', ...(inOp ? { namespace: 'op' } : {}) },
  ...fields,
});
/** A ConfigurationPolicy, alone or in a Policy. */
function acm(spec: object, templates: object, isIn: boolean): KubernetesObject {
  const [apiVersion, objectDefinition] = ['policy.open-cluster-management.io/v1', { kind: 'NetworkPolicy', spec: { podSelector: {} } }];
  const fields = { spec: { ...spec, 'object-templates': [{ complianceType: 'musthave', objectDefinition, ...templates }] } };
  if (!isIn) return of(apiVersion, 'ConfigurationPolicy', fields, true);
  const inner = { apiVersion, kind: 'ConfigurationPolicy', metadata: { name: 'inner' }, ...fields };
  return of(apiVersion, 'Policy', { spec: { 'policy-templates': [{ objectDefinition: inner }] } }, true);
}
/** A Tuned whose profile is for nodes with a label, or with a Pod with it. */
const tuned = (match: object): KubernetesObject =>
  of('tuned.openshift.io/v1', 'Tuned', { spec: { recommend: [{ match: [match] }] } }, true);
type Case = readonly [what: string, selects: readonly string[], object: (selector: object) => KubernetesObject];
const NETWORK = 'networking.k8s.io/v1';
const CASES: readonly Case[] = [
  ['podSelector', PODS, (podSelector) => of(NETWORK, 'NetworkPolicy', { spec: { podSelector } }, true)],
  [
    'a peer',
    PODS,
    (podSelector) => of(NETWORK, 'NetworkPolicy', { spec: { podSelector: {}, ingress: [{ from: [{ podSelector }] }] } }, true),
  ],
  [
    'namespaces of peers',
    ['Namespace'],
    (namespaceSelector) => of(NETWORK, 'NetworkPolicy', { spec: { egress: [{ to: [{ namespaceSelector, podSelector: {} }] }] } }, true),
  ],
  ['endpoints', PODS, (endpointSelector) => of('cilium.io/v2', 'CiliumNetworkPolicy', { spec: { endpointSelector } }, true)],
  ['fromEndpoints', PODS, (each) => of('cilium.io/v2', 'CiliumNetworkPolicy', { specs: [{ ingress: [{ fromEndpoints: [each] }] }] }, true)],
  ['AuthorizationPolicy', PODS, (selector) => of('security.istio.io/v1', 'AuthorizationPolicy', { spec: { selector } }, true)],
  [
    'the root of the mesh',
    PODS,
    (selector) => ({
      ...of('security.istio.io/v1', 'PeerAuthentication', { spec: { selector } }),
      metadata: { name: 'sel', namespace: 'istio-system' },
    }),
  ],
  [
    'subjects of AdminNetworkPolicy',
    ['Namespace'],
    (namespaces) => of('policy.networking.k8s.io/v1alpha1', 'AdminNetworkPolicy', { spec: { subject: { namespaces } } }),
  ],
  [
    'Pods of AdminNetworkPolicy',
    PODS,
    (podSelector) =>
      of('policy.networking.k8s.io/v1alpha1', 'AdminNetworkPolicy', {
        spec: { subject: { pods: { podSelector, namespaceSelector: {} } } },
      }),
  ],
  ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].flatMap((kind): Case[] => [
    [
      `${kind}.namespaceSelector`,
      ['Namespace'],
      (namespaceSelector) => of('admissionregistration.k8s.io/v1', kind, { webhooks: [{ name: 'a', namespaceSelector }] }),
    ],
    [
      `${kind}.objectSelector`,
      [...PODS, 'Service'],
      (objectSelector) => of('admissionregistration.k8s.io/v1', kind, { webhooks: [{ name: 'a', objectSelector }] }),
    ],
  ]),
  [
    'matchResources',
    ['Namespace'],
    (namespaceSelector) =>
      of('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', { spec: { matchResources: { namespaceSelector } } }),
  ],
  [
    'paramRef',
    ['Service'],
    (selector) => of('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', { spec: { paramRef: { selector } } }),
  ],
  ...['match', 'exclude'].flatMap((field): Case[] => [
    [
      `${field} of Kyverno`,
      [...PODS, 'Service'],
      (selector) => of('kyverno.io/v1', 'ClusterPolicy', { spec: { rules: [{ [field]: { any: [{ resources: { selector } }] } }] } }),
    ],
    [
      `namespaces of ${field}`,
      ['Namespace'],
      (namespaceSelector) =>
        of('kyverno.io/v1', 'ClusterPolicy', { spec: { rules: [{ [field]: { all: [{ resources: { namespaceSelector } }] } }] } }),
    ],
  ]),
  [
    'a constraint',
    ['Namespace'],
    (namespaceSelector) => of('constraints.gatekeeper.sh/v1beta1', 'K8sX', { spec: { match: { namespaceSelector } } }),
  ],
  [
    'ClusterExternalSecret',
    ['Namespace'],
    (each) => of('external-secrets.io/v1', 'ClusterExternalSecret', { spec: { namespaceSelectors: [each] } }),
  ],
  [
    'ClusterSecretStore',
    ['Namespace'],
    (namespaceSelector) => of('external-secrets.io/v1', 'ClusterSecretStore', { spec: { conditions: [{ namespaceSelector }] } }),
  ],
  [
    'a Gateway',
    ['Namespace'],
    (selector) =>
      of('gateway.networking.k8s.io/v1', 'Gateway', { spec: { listeners: [{ allowedRoutes: { namespaces: { selector } } }] } }, true),
  ],
  ['NamespaceConfig', ['Namespace'], (labelSelector) => of('redhatcop.redhat.io/v1alpha1', 'NamespaceConfig', { spec: { labelSelector } })],
  ...[true, false].flatMap((isIn): Case[] => {
    const which = isIn ? 'a Policy' : 'a ConfigurationPolicy';
    return [
      [
        `namespaces of ${which}`,
        ['Namespace'],
        (selector) => acm({ namespaceSelector: { include: ['a'], exclude: ['b'], ...selector } }, {}, isIn),
      ],
      [`objects of ${which}`, ['Service', 'ConfigMap'], (objectSelector) => acm({}, { objectSelector }, isIn)],
    ];
  }),
  [
    'SelectorSyncSet',
    ['ClusterDeployment'],
    (clusterDeploymentSelector) => of('hive.openshift.io/v1', 'SelectorSyncSet', { spec: { clusterDeploymentSelector, resources: [] } }),
  ],
  ['an unknown kind', ['Namespace', ...PODS], (selector) => of('example.com/v1', 'Example', { spec: { selector } })],
];

const SELECTORS: Readonly<Record<string, (key: string) => object>> = {
  matchLabels: (key) => ({ matchLabels: { [key]: 'yes' } }),
  In: (key) => ({ matchExpressions: [{ key, operator: 'In', values: ['yes'] }] }),
  Exists: (key) => ({ matchExpressions: [{ key, operator: 'Exists' }] }),
  NotIn: (key) => ({ matchExpressions: [{ key, operator: 'NotIn', values: ['yes'] }] }),
  DoesNotExist: (key) => ({ matchExpressions: [{ key, operator: 'DoesNotExist' }] }),
};

describe('selection-changed', () => {
  for (const [what, things, object] of CASES)
    for (const [form, selector] of Object.entries(SELECTORS))
      it(`tells who leaves and joins ${what} by ${form}`, () => {
        const selecting = object(selector('tier'));
        for (const thing of things) {
          const [without, has, other] = ([{}, { tier: 'yes' }, { more: 'x' }] as Labels[]).map((labels) =>
            THINGS[thing]?.({ app: 'a', ...labels }),
          ) as [KubernetesObject, KubernetesObject, KubernetesObject];
          const about = (before: KubernetesObject, after: KubernetesObject) => told([selecting, before], [selecting, after]) ?? [];
          expect([thing, ...about(without, has)]).toEqual([
            thing,
            expect.stringMatching(/^(?:error|warning): .* has tier=yes.*, by which .*\bsel\b/),
          ]);
          expect([thing, ...about(has, without)]).toEqual([thing, expect.stringMatching(/has no longer tier=yes/)]);
          expect([thing, ...about(without, other)]).toEqual([thing]);
        }
      });

  it('says that permissions may differ where something contains or sets what gives or refuses', () => {
    const labels = { matchLabels: { tier: 'yes' } };
    const pairs: readonly (readonly [string, KubernetesObject])[] = [
      ['Namespace', acm({ namespaceSelector: labels }, {}, false)],
      ['Namespace', acm({ namespaceSelector: labels }, {}, true)],
      ['ConfigMap', acm({}, { objectSelector: labels }, false)],
      ['ClusterDeployment', of('hive.openshift.io/v1', 'SelectorSyncSet', { spec: { clusterDeploymentSelector: labels, resources: [] } })],
      ['Deployment', tuned({ label: 'tier', value: 'yes', type: 'pod' })],
      ['Node', tuned({ label: 'tier', value: 'yes' })],
      ['Deployment', tuned({ label: 'other', match: [{ label: 'tier', value: 'yes', type: 'pod' }] })],
      ['Deployment', tuned({ label: 'tier', type: 'pod' })],
    ];
    for (const [thing, one] of pairs) {
      const [off, on] = ([{}, { tier: 'yes' }] as Labels[]).map((each) => THINGS[thing]?.(each)) as [KubernetesObject, KubernetesObject];
      for (const [was, is] of [
        [off, on],
        [on, off],
      ] as const)
        expect(
          selectionChanged.compare?.(accessTo(one, was), accessTo(one, is)).map(({ effect, subject }) => `${subject.kind} ${effect}`),
        ).toEqual([`${thing} unknown`]);
    }
  });

  it('does not take the selectors of contained objects for those of what contains them', () => {
    const contained = { kind: 'NetworkPolicy', spec: { podSelector: { matchLabels: { tier: 'yes' } } } };
    const [off, on] = ([{}, { tier: 'yes' }] as Labels[]).map((each) => THINGS.Deployment?.(each)) as [KubernetesObject, KubernetesObject];
    for (const one of [
      acm({}, { objectDefinition: contained }, false),
      acm({}, { objectDefinition: contained }, true),
      of('hive.openshift.io/v1', 'SelectorSyncSet', { spec: { resources: [contained] } }),
    ])
      expect(told([one, off], [one, on])).toEqual([]);
  });

  it('is an error where a policy no longer sees an object, and else a warning', () => {
    const webhook = CASES.find(([what]) => what === 'ValidatingWebhookConfiguration.objectSelector')?.[2](SELECTORS.Exists?.('on') ?? {});
    const [on, off] = ([{ on: 'x' }, {}] as Labels[]).map((labels) => THINGS.Service?.(labels)) as [KubernetesObject, KubernetesObject];
    const one = webhook as KubernetesObject;
    expect(told([one, on], [one, off])).toEqual([
      'error: Service op/s has no longer on=x, by which ValidatingWebhookConfiguration sel selected it',
    ]);
    expect(told([one, off], [one, on])).toEqual([
      'warning: Service op/s has on=x, by which ValidatingWebhookConfiguration sel now selects it',
    ]);
  });

  it('reads selectors in the languages of their tools', () => {
    const calico = of('projectcalico.org/v3', 'GlobalNetworkPolicy', { spec: { selector: 'has(tier) && tier == "internal"' } });
    const cel = of('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', {
      webhooks: [{ name: 'a', matchConditions: [{ name: 'b', expression: '!("tier" in object.metadata.labels)' }] }],
    });
    const [was, is] = ([{}, { tier: 'x' }] as Labels[]).map((labels) => THINGS.Deployment?.(labels)) as [
      KubernetesObject,
      KubernetesObject,
    ];
    for (const one of [calico, cel])
      expect(told([one, was], [one, is])).toEqual([`warning: Deployment op/w has tier=x on its Pods, by which ${one.kind} sel selects`]);
  });

  it('tells of new things only what selects them away, or lets them in', () => {
    const policy = of('kyverno.io/v1', 'ClusterPolicy', {
      spec: { rules: [{ exclude: { any: [{ resources: { selector: { matchLabels: { skip: 'yes' } } } }] } }] },
    });
    const isolated = of(NETWORK, 'NetworkPolicy', { spec: { podSelector: { matchLabels: { app: 'a' } } } }, true);
    const thing = THINGS.Deployment?.({ app: 'a', skip: 'yes' }) as KubernetesObject;
    expect(told([policy, isolated], [policy, isolated, thing])).toEqual([
      'warning: Deployment op/w has skip=yes on its Pods, by which ClusterPolicy sel now leaves it out',
    ]);
  });

  it('says nothing of another namespace, of a name label, and of a selector that is new', () => {
    const policy = {
      ...of(NETWORK, 'NetworkPolicy', { spec: { podSelector: { matchLabels: { tier: 'x' } } } }),
      metadata: { name: 'sel', namespace: 'other' },
    };
    const [was, is] = ([{}, { tier: 'x' }] as Labels[]).map((labels) => THINGS.Deployment?.(labels)) as [
      KubernetesObject,
      KubernetesObject,
    ];
    expect(told([policy, was], [policy, is])).toEqual([]);
    const own = { ...policy, metadata: { name: 'sel', namespace: 'op' } };
    expect(told([was], [own, is])).toEqual([]);
    const [plain, named] = ([{}, { 'kubernetes.io/metadata.name': 'team' }] as Labels[]).map((labels) => THINGS.Namespace?.(labels)) as [
      KubernetesObject,
      KubernetesObject,
    ];
    const byName = of('example.com/v1', 'Example', {
      spec: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'team' } } },
    });
    expect(told([byName, plain], [byName, named])).toEqual([]);
  });

  it('tells of Pods that join a Service, and of new ones only if it has others', () => {
    const service: KubernetesObject = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'op' },
      spec: { selector: { app: 'a' } },
    };
    const [off, on] = ([{}, { app: 'a' }] as Labels[]).map((labels) => THINGS.Deployment?.(labels)) as [KubernetesObject, KubernetesObject];
    expect(told([service, off], [service, on])).toEqual([
      'warning: Deployment op/w has app=a on its Pods, by which Service op/web now selects it',
    ]);
    expect(told([service], [service, on])).toEqual([]);
    const other = THINGS.DaemonSet?.({ app: 'a' }) as KubernetesObject;
    expect(told([service, other], [service, other, on])).toHaveLength(1);
  });
});

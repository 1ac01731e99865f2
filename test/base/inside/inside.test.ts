import { describe, expect, it } from 'vitest';
import { isList, unwrapped, valuesOf } from '../../../src/base/inside/index.js';
import { createLocator } from '../../../src/base/manifest/locate.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'acme', namespace: 'ops' },
  spec: { name: 'acme', channel: 'stable', source: 'redhat-operators', sourceNamespace: 'openshift-marketplace' },
};
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } };
const POLICY_GROUP = 'policy.open-cluster-management.io';

const documentOf = (value: unknown, file = 'a.yaml') => ({ value, source: { file, document: 0, path: [] } });

function configurationPolicy(spec: object): object {
  return { apiVersion: `${POLICY_GROUP}/v1`, kind: 'ConfigurationPolicy', metadata: { name: 'acme' }, spec };
}

function policy(definition: object, spec: object = {}): object {
  return {
    apiVersion: `${POLICY_GROUP}/v1`,
    kind: 'Policy',
    metadata: { name: 'p', namespace: 'policies' },
    spec: { 'policy-templates': [{ objectDefinition: definition }], ...spec },
  };
}

const ENFORCED = { remediationAction: 'enforce', 'object-templates': [{ complianceType: 'musthave', objectDefinition: SUBSCRIPTION }] };

describe('the objects of a List', () => {
  it('stand in place of it, each with its place', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [NAMESPACE, { apiVersion: 'v1', kind: 'List', items: [SUBSCRIPTION] }] };
    expect(unwrapped([documentOf(list)]).map(({ value, source }) => [value, source.path])).toEqual([
      [NAMESPACE, ['items', 0]],
      [SUBSCRIPTION, ['items', 1, 'items', 0]],
    ]);
    expect(valuesOf([{ value: list }])).toEqual([NAMESPACE, SUBSCRIPTION]);
  });

  it('stand beside what has another name than a List', () => {
    const thing = { apiVersion: 'a.io/v1', kind: 'Thing', items: [NAMESPACE] };
    expect(valuesOf([{ value: thing }])).toEqual([thing, NAMESPACE]);
    expect([isList(thing), isList(NAMESPACE)]).toEqual([true, false]);
  });
});

describe('what a tool makes of an outer object', () => {
  const whole = (apiVersion: string, kind: string, fields: object) => ({ apiVersion, kind, metadata: { name: 'outer' }, ...fields });

  it.each<[string, object, (string | number)[]]>([
    [
      'a Template, with its parameters',
      whole('template.openshift.io/v1', 'Template', {
        parameters: [{ name: 'SRC', value: 'redhat-operators' }, { name: 'UNSET' }],
        objects: [{ ...SUBSCRIPTION, spec: { ...SUBSCRIPTION.spec, source: '\u0024{SRC}' } }],
      }),
      ['objects', 0],
    ],
    [
      'a ManifestWork',
      whole('work.open-cluster-management.io/v1', 'ManifestWork', { spec: { workload: { manifests: [SUBSCRIPTION] } } }),
      ['spec', 'workload', 'manifests', 0],
    ],
    [
      'a ManifestWorkReplicaSet',
      whole('work.open-cluster-management.io/v1alpha1', 'ManifestWorkReplicaSet', {
        spec: { manifestWorkTemplate: { workload: { manifests: [SUBSCRIPTION] } } },
      }),
      ['spec', 'manifestWorkTemplate', 'workload', 'manifests', 0],
    ],
    [
      'a SelectorSyncSet',
      whole('hive.openshift.io/v1', 'SelectorSyncSet', { spec: { resources: [SUBSCRIPTION] } }),
      ['spec', 'resources', 0],
    ],
    [
      'an Object of Crossplane',
      whole('kubernetes.crossplane.io/v1alpha2', 'Object', { spec: { forProvider: { manifest: SUBSCRIPTION } } }),
      ['spec', 'forProvider', 'manifest'],
    ],
    ['a ConfigurationPolicy', configurationPolicy(ENFORCED), ['spec', 'object-templates', 0, 'objectDefinition']],
    [
      'a Policy',
      policy(configurationPolicy(ENFORCED)),
      ['spec', 'policy-templates', 0, 'objectDefinition', 'spec', 'object-templates', 0, 'objectDefinition'],
    ],
    [
      'a Policy, whose own action counts most',
      policy(configurationPolicy({ ...ENFORCED, remediationAction: 'inform' }), { remediationAction: 'Enforce' }),
      ['spec', 'policy-templates', 0, 'objectDefinition', 'spec', 'object-templates', 0, 'objectDefinition'],
    ],
    [
      'a Policy in a Template',
      whole('template.openshift.io/v1', 'Template', { objects: [policy(configurationPolicy(ENFORCED))] }),
      ['objects', 0, 'spec', 'policy-templates', 0, 'objectDefinition', 'spec', 'object-templates', 0, 'objectDefinition'],
    ],
  ])('of %s', (_, outer, path) => {
    const [left, inner] = unwrapped([documentOf(outer)]);
    expect(inner).toMatchObject({
      value: SUBSCRIPTION,
      source: { file: 'a.yaml', document: 0, path },
      inside: { kind: (outer as { kind: string }).kind },
    });
    // The outer one does not say again what the inner one says.
    expect(JSON.stringify(left?.value)).not.toContain('openshift-marketplace');
    expect(JSON.stringify(left?.value)).toContain('"name":"acme","namespace":"ops"');
  });

  it('of an OperatorPolicy is a Subscription with its group and its namespace', () => {
    const spec = { remediationAction: 'enforce', complianceType: 'musthave', upgradeApproval: 'Automatic' };
    const outer = (more: object) => ({
      apiVersion: `${POLICY_GROUP}/v1beta1`,
      kind: 'OperatorPolicy',
      metadata: { name: 'acme' },
      spec: { ...spec, subscription: { ...SUBSCRIPTION.spec, namespace: 'ops' }, ...more },
    });
    const made = (more: object) =>
      unwrapped([documentOf(outer(more))])
        .slice(1)
        .map(({ value }) => value);
    expect(made({ operatorGroup: { name: 'g', namespace: 'ops', targetNamespaces: ['ops'] } })).toEqual([
      { ...SUBSCRIPTION, spec: { ...SUBSCRIPTION.spec, installPlanApproval: 'Automatic' } },
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: { name: 'g', namespace: 'ops' },
        spec: { targetNamespaces: ['ops'] },
      },
      NAMESPACE,
    ]);
    expect(made({ versions: ['acme.v1'] })).toMatchObject([{ spec: { installPlanApproval: 'Manual' } }, { spec: {} }, NAMESPACE]);
    expect(made({ remediationAction: 'inform' })).toEqual([]);
    expect(made({ complianceType: 'mustnothave' })).toEqual([]);
  });

  it('of a ConfigMap is what something applies', () => {
    const map = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'extra', namespace: 'ztp' },
      data: { 'sub.yaml': `# one\n${JSON.stringify(SUBSCRIPTION)}\n---\n${JSON.stringify(NAMESPACE)}\n` },
    };
    const install = {
      apiVersion: 'extensions.hive.openshift.io/v1beta1',
      kind: 'AgentClusterInstall',
      metadata: { name: 'edge', namespace: 'ztp' },
      spec: { manifestsConfigMapRefs: [{ name: 'extra' }] },
    };
    expect(unwrapped([documentOf(map)])).toEqual([documentOf(map)]);
    const [left, ...made] = unwrapped([documentOf(map), documentOf(install)]);
    expect(left?.value).toMatchObject({ data: { 'sub.yaml': '' } });
    expect(made.slice(0, 2).map(({ value }) => value)).toEqual([SUBSCRIPTION, NAMESPACE]);
  });

  it.each<[string, object]>([
    ['a policy that only informs', policy(configurationPolicy({ ...ENFORCED, remediationAction: 'inform' }))],
    ['a policy that is disabled', policy(configurationPolicy(ENFORCED), { disabled: true })],
    [
      'what must not be there',
      configurationPolicy({ ...ENFORCED, 'object-templates': [{ complianceType: 'mustnothave', objectDefinition: SUBSCRIPTION }] }),
    ],
    [
      'a part of an object',
      configurationPolicy({
        ...ENFORCED,
        'object-templates': [{ complianceType: 'musthave', objectDefinition: { ...SUBSCRIPTION, spec: { channel: 'a' } } }],
      }),
    ],
    [
      'an object that Crossplane watches',
      whole('kubernetes.crossplane.io/v1alpha2', 'Object', {
        spec: { managementPolicies: ['Observe'], forProvider: { manifest: SUBSCRIPTION } },
      }),
    ],
    [
      'a snapshot, in which it stands itself',
      { ...policy(configurationPolicy(ENFORCED)), metadata: { name: 'p', namespace: 'policies', uid: '1' } },
    ],
  ])('is nothing of %s, which stays as it is', (_, outer) => {
    expect(unwrapped([documentOf(outer)])).toEqual([documentOf(outer)]);
  });

  it('keeps what a template of the hub fills in as it is written', () => {
    const raw = [
      '{{- range (lookup "v1" "Namespace" "" "").items }}',
      '- complianceType: musthave',
      '  objectDefinition:',
      '    apiVersion: operators.coreos.com/v1alpha1',
      '    kind: Subscription',
      '    metadata: {name: acme, namespace: ops}',
      '    spec:',
      '      name: acme',
      '      channel: {{hub fromConfigMap "" "c" "channel" hub}}',
      '{{- end }}',
    ].join('\n');
    const [, inner] = unwrapped([documentOf(configurationPolicy({ remediationAction: 'enforce', 'object-templates-raw': raw }))]);
    expect(inner?.value).toMatchObject({ spec: { name: 'acme', channel: '{{hub fromConfigMap "" "c" "channel" hub}}' } });
  });
});

describe('values of a chart that many share', () => {
  it('are what Validated Patterns make of a cluster group', () => {
    const values = {
      clusterGroup: {
        name: 'hub',
        namespaces: ['ops', { open: { operatorGroup: true, targetNamespaces: [] } }, 'left'],
        operatorgroupExcludes: ['left'],
        subscriptions: { acme: { name: 'acme', namespace: 'ops', channel: 'stable' }, off: { name: 'off', disabled: true } },
      },
    };
    const [left, ...made] = unwrapped([documentOf(values)]);
    expect(made.map(({ value }) => value)).toEqual([
      NAMESPACE,
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: { name: 'ops-operator-group', namespace: 'ops' },
        spec: { targetNamespaces: ['ops'] },
      },
      { ...NAMESPACE, metadata: { name: 'open' } },
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: { name: 'open-operator-group', namespace: 'open' },
        spec: {},
      },
      { ...NAMESPACE, metadata: { name: 'left' } },
      SUBSCRIPTION,
    ]);
    expect(left?.value).toMatchObject({ clusterGroup: { name: 'hub', subscriptions: { acme: {}, off: { name: 'off', disabled: true } } } });
  });

  it.each<[string, object, (string | number)[]]>([
    [
      'an Application',
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Application',
        spec: {
          destination: { namespace: 'ops' },
          source: { chart: 'operators-installer', helm: { valuesObject: { operators: [SUBSCRIPTION.spec] } } },
        },
      },
      ['spec', 'source', 'helm', 'valuesObject', 'operators', 0],
    ],
    [
      'an Application, as a text',
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Application',
        spec: {
          destination: { namespace: 'ops' },
          sources: [{ chart: 'operators-installer', helm: { values: JSON.stringify({ operators: [SUBSCRIPTION.spec] }) } }],
        },
      },
      ['spec', 'sources', 0, 'helm', 'values'],
    ],
    [
      'a HelmRelease',
      {
        apiVersion: 'helm.toolkit.fluxcd.io/v2',
        kind: 'HelmRelease',
        spec: { targetNamespace: 'ops', chart: { spec: { chart: 'operators-installer' } }, values: { operators: [SUBSCRIPTION.spec] } },
      },
      ['spec', 'values', 'operators', 0],
    ],
  ])('are what operators-installer makes of %s', (_, outer, path) => {
    const [, inner] = unwrapped([documentOf({ ...outer, metadata: { name: 'acme', namespace: 'argocd' } })]);
    expect(inner).toMatchObject({ value: SUBSCRIPTION, source: { path } });
  });
});

describe('two outer objects with one inner object', () => {
  const other = configurationPolicy({
    ...ENFORCED,
    'object-templates': [
      { complianceType: 'musthave', objectDefinition: { ...SUBSCRIPTION, spec: { ...SUBSCRIPTION.spec, channel: 'fast' } } },
    ],
  });

  it('give it once', () => {
    const found = unwrapped([documentOf(configurationPolicy(ENFORCED)), documentOf(configurationPolicy(ENFORCED), 'b.yaml')]);
    expect(found.filter(({ inside }) => inside)).toHaveLength(1);
  });

  it('keep what they differ about', () => {
    const found = unwrapped([documentOf(configurationPolicy(ENFORCED)), documentOf(other, 'b.yaml')]);
    expect(found.filter(({ inside }) => inside)).toHaveLength(1);
    expect(found.at(-1)?.value).toEqual(other);
  });
});

it('names the line of an object in a text in an object', () => {
  const text = [
    'apiVersion: policy.open-cluster-management.io/v1',
    'kind: ConfigurationPolicy',
    'metadata: {name: acme}',
    'spec:',
    '  remediationAction: enforce',
    '  object-templates-raw: |',
    '    - complianceType: musthave',
    '      objectDefinition:',
    '        apiVersion: operators.coreos.com/v1alpha1',
    '        kind: Subscription',
    '        metadata: {name: acme, namespace: ops}',
    '        spec:',
    '          name: acme',
    '          channel: stable',
  ].join('\n');
  const [, inner] = unwrapped(parseDocuments({ file: 'a.yaml', text }).documents);
  const locator = createLocator(() => text);
  expect(inner && locator.place(inner.source, ['spec', 'channel'])).toMatchObject({ file: 'a.yaml', line: 14, column: 11 });
});

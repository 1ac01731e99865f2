import { describe, expect, it } from 'vitest';
import { unwrapped } from '../../../../src/base/inside/index.js';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { unknownKind } from '../../../../src/review/rules/changed/unknown.js';
import { riskFinders } from '../../../../src/review/rules/index.js';
import { workloadsOf } from '../../../../src/review/state/workloads.js';
import { csv, group, namespace } from '../../../support/build.js';
import { accessTo, stateOf } from '../../../support/states.js';

const secret = (name: string, spec: object = {}): KubernetesObject => ({
  apiVersion: 'sharedresource.openshift.io/v1alpha1',
  kind: 'SharedSecret',
  metadata: { name },
  spec,
});
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  unknownKind.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after)).map(({ message }) => message);

describe('unknown-kind', () => {
  it('is a note for a dashboard that only shows something', () => {
    const dashboard = (spec: object): KubernetesObject => ({
      apiVersion: 'grafana.integreatly.org/v1beta1',
      kind: 'GrafanaDashboard',
      metadata: { name: 'd', namespace: 'op' },
      spec: { instanceSelector: {}, ...spec },
    });
    const severities = (before: object, after: object) =>
      unknownKind.compare?.(accessTo(dashboard(before)), accessTo(dashboard(after))).map(({ severity }) => severity);
    expect(severities({ json: '{}' }, { json: '{"panels":[]}' })).toEqual(['info']);
    for (const more of [{ url: 'https://evil.example.com/d.json' }, { plugins: [{ name: 'p', version: '1' }] }, { envFrom: [{}] }])
      expect(severities({ json: '{}' }, { json: '{}', ...more })).toEqual(['warning']);
  });

  it('tells of a kind in one line, however many objects there are', () => {
    expect(told([], [secret('a'), secret('b')])).toEqual([
      'kind SharedSecret.sharedresource.openshift.io: 2 objects of this kind are new, and the review does not know what it does: SharedSecret a and SharedSecret b',
    ]);
    expect(told([secret('a')], [secret('a', { secretRef: {} })])).toHaveLength(1);
  });

  it('says nothing of what stays, and of known kinds', () => {
    expect(told([secret('a')], [secret('a')])).toEqual([]);
    expect(told([], [{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a', namespace: 'op' } }])).toEqual(
      [],
    );
  });

  it('has a note for other versions of the same images, beside what else changes', () => {
    const image = (version: string, more: object = {}): object => ({ image: `quay.io/acme/a:${version}`, ...more });
    const severities = unknownKind
      .compare?.(
        accessTo(namespace('op'), secret('a', image('v1')), secret('b', image('v1'))),
        accessTo(namespace('op'), secret('a', image('v2')), secret('b', image('v2', { more: 1 }))),
      )
      .map(({ severity, related }) => [severity, related?.map(({ name }) => name)]);
    expect(severities).toEqual([
      ['warning', ['b']],
      ['info', ['a']],
    ]);
  });

  const RIGHTS: readonly (readonly [object, object])[] = [
    [{ adminGroups: ['a'] }, { adminGroups: ['a', 'system:authenticated'] }],
    [{ groupsConfig: { adminGroups: 'a' } }, { groupsConfig: { adminGroups: 'b' } }],
    [{ clusterRole: 'view' }, { clusterRole: 'mine' }],
    [{ deep: [{ roleRef: 'view' }] }, { deep: [{ roleRef: 'cluster-admin' }] }],
    [{}, { auth: { strategy: 'anonymous' } }],
    [{ cluster_wide_access: false }, { cluster_wide_access: true }],
    [{ subjects: [{ name: 'a' }] }, { subjects: [{ name: 'a' }, { name: 'b' }] }],
    [{}, { podSecurity: 'privileged' }],
  ];
  const effects = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
    unknownKind.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after)).map(({ effect = 'none' }) => effect);

  it.each(RIGHTS)('may change permissions if %j becomes %j, also in a new object, and not the other way', (was, is) => {
    expect(effects([secret('a', was)], [secret('a', is)])).toEqual(['unknown']);
    expect(effects([], [secret('a', is)])).toEqual(['unknown']);
    expect(effects([secret('a', is)], [])).toEqual(['none']);
  });

  it.each(RIGHTS)('tells of %j becoming %j in an object of an operator, too', (was, is) => {
    const shared = csv('op/shared.v1.0.0', { owns: ['SharedSecret.v1alpha1.sharedresource.openshift.io'] });
    const of = (spec: object) => [group('op/g', { targets: ['op'] }), shared, secret('a', spec)];
    expect(effects(of(was), of(is))).toEqual(['unknown']);
  });

  it.each([
    [{ adminGroups: ['a', 'b'] }, { adminGroups: ['b'] }],
    [{ cluster_wide_access: true }, { cluster_wide_access: false }],
    [{ role: 'worker' }, { role: 'infra' }],
    [
      { size: 1, clusterRole: 'a' },
      { size: 2, clusterRole: 'a' },
    ],
  ])('brings nothing if %j becomes %j', (was, is) => {
    expect(effects([secret('a', was)], [secret('a', is)])).toEqual(['none']);
  });

  it('tells of what is removed as of what is new', () => {
    expect(told([secret('a')], [])).toEqual([
      'kind SharedSecret.sharedresource.openshift.io: an object of this kind is removed, and the review does not know what it does: SharedSecret a',
    ]);
    expect(told([secret('a')], [secret('b')])).toEqual([
      'kind SharedSecret.sharedresource.openshift.io: an object of this kind is removed, and the review does not know what it does: SharedSecret a',
      'kind SharedSecret.sharedresource.openshift.io: an object of this kind is new, and the review does not know what it does: SharedSecret b',
    ]);
    const { place } = unknownKind.compare?.(accessTo(namespace('op'), secret('a')), accessTo(namespace('op')))[0] ?? {};
    expect(place).toBeDefined();
  });

  it('says nothing of a removed object that only added something', () => {
    const monitor: KubernetesObject = {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: { name: 'm', namespace: 'op' },
    };
    const every = (interval: string, port = 'http') => ({ ...monitor, spec: { endpoints: [{ port, interval }] } });
    expect(told([every('30s')], [every('60s')])).toEqual([]);
    expect(told([every('30s')], [every('30s', 'other')])).toHaveLength(1);
    expect(told([], [monitor])).toHaveLength(1);
    expect(told([monitor], [])).toEqual([]);
  });

  it('tells what a kind decides that only adds something', () => {
    const certificate = (name: string): KubernetesObject => ({
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: { name, namespace: 'op' },
    });
    expect(told([], [certificate('a'), certificate('b')])).toEqual([
      'kind Certificate.cert-manager.io: 2 objects of this kind are new; they decide which certificates an application has, and no rule reads them: Certificate op/a and Certificate op/b',
    ]);
  });

  it('warns of a SealedSecret that is encrypted anew: everybody can encrypt other values', () => {
    const sealed = (text: string): KubernetesObject => ({
      apiVersion: 'bitnami.com/v1alpha1',
      kind: 'SealedSecret',
      metadata: { name: 'argocd-secret', namespace: 'argocd' },
      spec: { encryptedData: { 'admin.password': text } },
    });
    expect(told([sealed('AA')], [sealed('BB')])).toHaveLength(1);
  });

  it('does not take the definition of a kind for an answer to who acts on it', () => {
    const crd: KubernetesObject = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'sharedsecrets.sharedresource.openshift.io' },
      spec: { group: 'sharedresource.openshift.io', names: { kind: 'SharedSecret', plural: 'sharedsecrets' } },
    };
    expect(told([], [secret('a'), crd])).toHaveLength(1);
    expect(told([crd], [secret('a'), crd])).toHaveLength(1);
  });

  it('knows the kinds of operators of BASE, and of those that HEAD takes from a catalog', () => {
    const owner = csv('op/shared.v1.0.0', { owns: ['SharedSecret.v1alpha1.sharedresource.openshift.io'] });
    const operator = [group('op/g', { targets: ['op'] }), owner];
    expect(told(operator, [...operator, secret('a')])).toEqual([]);
    expect(told([...operator, secret('a')], [])).toEqual([]);
    // Whoever writes the change can claim any kind in a CSV of his own.
    expect(told([], [...operator, secret('a')])).toHaveLength(1);
  });

  const runner = (apiVersion: string, kind: string, spec: object): KubernetesObject => ({
    apiVersion,
    kind,
    metadata: { name: 'a', namespace: 'op' },
    spec,
  });
  const pod = { template: { spec: { containers: [{ name: 'a', image: 'quay.io/acme/a:1' }] } } };

  it.each([
    ['a Rollout', runner('argoproj.io/v1alpha1', 'Rollout', pod)],
    ['a Service of Knative', runner('serving.knative.dev/v1', 'Service', pod)],
    ['a ScaledJob', runner('keda.sh/v1alpha1', 'ScaledJob', { jobTargetRef: pod })],
  ])('says nothing of %s, whose Pods are read', (_, object) => {
    expect(told([], [object])).toEqual([]);
    expect(told([object], [])).toEqual([]);
    expect(workloadsOf(accessTo(namespace('op'), object).state)).toHaveLength(1);
  });

  it('tells of what makes Pods in words of its own', () => {
    expect(told([], [runner('kubevirt.io/v1', 'VirtualMachine', {})])).toHaveLength(1);
  });

  it('says nothing of a Template whose objects are all read, and tells of one that keeps any', () => {
    const template = (...objects: readonly object[]): KubernetesObject => ({
      apiVersion: 'template.openshift.io/v1',
      kind: 'Template',
      metadata: { name: 'a', namespace: 'op' },
      objects,
    });
    const config = (name: string): object => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'op' },
      data: { a: 'b' },
    });
    const tells = (object: KubernetesObject): number => {
      const documents = unwrapped([{ value: object, source: { file: 'a.yaml', document: 0, path: [] } }]);
      return (
        told(
          [],
          documents.map(({ value }) => value as KubernetesObject),
        )?.length ?? 0
      );
    };
    expect(tells(template(config('a'), config('b')))).toBe(0);
    expect(tells(template())).toBe(0);
    // Nobody knows what it is called before somebody asks for it.
    expect(tells(template(config('a'), config('\u0024{NAME}')))).toBe(1);
    // As a cluster has it, nothing was taken out of it.
    expect(told([], [{ ...template(config('a')), metadata: { name: 'a', namespace: 'op', uid: '1' } }])).toHaveLength(1);
  });

  it('is silent of new objects once the configuration knows the kind, and of no other change', () => {
    const known = [{ kind: 'SharedSecret.sharedresource.openshift.io', reason: 'ours' }];
    const ids = (before: readonly KubernetesObject[], after: readonly KubernetesObject[], looked = known) =>
      riskFinders({ rules: [], severities: {}, known: looked })
        .changeRisks(stateOf(namespace('op'), ...before), stateOf(namespace('op'), ...after))
        .map(({ id }) => id);
    expect(ids([], [secret('a')], [])).toEqual(['unknown-kind']);
    expect(ids([], [secret('a')])).toEqual([]);
    expect(ids([secret('a')], [secret('a', { secretRef: {} }), secret('b')])).toEqual(['unknown-kind']);
    expect(ids([secret('a')], [])).toEqual(['unknown-kind']);
  });
});

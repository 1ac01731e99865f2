import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { clusterSetting } from '../../../../src/review/rules/changed/cluster-setting.js';
import { selectionChanged } from '../../../../src/review/rules/changed/selection-changed.js';
import { accessTo } from '../../../support/states.js';

/** The severities, for a change in both directions. */
const both = (
  rule: typeof clusterSetting | typeof selectionChanged,
  common: readonly KubernetesObject[],
  one: KubernetesObject,
  other: KubernetesObject,
) =>
  [
    [one, other],
    [other, one],
  ].map(([was, is]) =>
    rule
      .compare?.(accessTo(...common, was as KubernetesObject), accessTo(...common, is as KubernetesObject))
      .map(({ severity }) => severity),
  );

const WARNED = [['warning'], ['warning']];

describe('an address of a Service', () => {
  const service = (fields: object): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a', namespace: 'shop' },
    spec: { type: 'LoadBalancer', selector: { app: 'a' }, ports: [{ port: 80 }], ...fields },
  });

  it.each([
    ['clusterIP', '10.96.0.10', '10.96.0.11'],
    ['clusterIPs', ['10.96.0.10'], ['10.96.0.11']],
    ['loadBalancerIP', '10.0.0.9', '10.0.0.8'],
    ['loadBalancerClass', 'a.example.com/x', 'b.example.com/x'],
  ])('is told if %s changes', (field, one, other) => {
    expect(both(clusterSetting, [], service({ [field]: one }), service({ [field]: other }))).toEqual(WARNED);
  });
});

describe('a snapshot', () => {
  const snapshot = (source: object): KubernetesObject => ({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    metadata: { name: 'a', namespace: 'shop' },
    spec: { source },
  });

  it('is told if it gets the content of another one', () => {
    const [one, other] = [snapshot({ persistentVolumeClaimName: 'a' }), snapshot({ volumeSnapshotContentName: 'of-others' })];
    expect(both(clusterSetting, [], one, other)).toEqual(WARNED);
  });
});

describe('a managed cluster', () => {
  const cluster = (set: string): KubernetesObject => ({
    apiVersion: 'cluster.open-cluster-management.io/v1',
    kind: 'ManagedCluster',
    metadata: { name: 'c', labels: { 'cluster.open-cluster-management.io/clusterset': set } },
    spec: {},
  });

  it('is told if it is in another set', () => {
    expect(both(clusterSetting, [], cluster('a'), cluster('prod'))).toEqual(WARNED);
  });
});

describe('a selector that counts in all namespaces', () => {
  const thing = (kind: 'Route' | 'Service', label: string): KubernetesObject => ({
    apiVersion: kind === 'Route' ? 'route.openshift.io/v1' : 'v1',
    kind,
    metadata: { name: 'web', namespace: 'shop', labels: { expose: label } },
    spec: {},
  });

  it.each([
    ['Route', 'operator.openshift.io/v1', 'IngressController', { routeSelector: { matchLabels: { expose: 'public' } } }],
    [
      'Service',
      'metallb.io/v1beta1',
      'IPAddressPool',
      { serviceAllocation: { serviceSelectors: [{ matchLabels: { expose: 'public' } }] } },
    ],
  ] as const)('tells a %s of another namespace, at either end', (kind, apiVersion, of, spec) => {
    const selecting = { apiVersion, kind: of, metadata: { name: 'public', namespace: 'elsewhere' }, spec };
    expect(both(selectionChanged, [selecting], thing(kind, 'no'), thing(kind, 'public'))).toEqual(WARNED);
  });
});

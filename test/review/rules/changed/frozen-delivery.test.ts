import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { freezes } from '../../../../src/review/rules/changed/frozen-delivery.js';
import type { State } from '../../../../src/review/state/state.js';

interface Given {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const kustomization = (name: string, { spec = {}, ...metadata }: Given = {}): KubernetesObject => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace: 'flux-system', ...metadata },
  spec,
});

function reported(was: Given, is: Given, ...others: readonly KubernetesObject[]): string[] {
  const after = kustomization('apps', is);
  const head = { given: [after, ...others] } as unknown as State;
  return freezes({ before: kustomization('apps', was), after }, head).map(({ says, at }) => `${at.join('.')}: ${says}`);
}

const needs = (...names: readonly string[]) => ({ spec: { dependsOn: names.map((name) => ({ name })) } });

describe('an object that applies manifests', () => {
  it('reports nothing that stays, and nothing that starts it again', () => {
    expect(reported({ spec: { suspend: true, interval: '48h' } }, { spec: { suspend: true, interval: '2880m' } })).toEqual([]);
    expect(reported({ spec: { suspend: true } }, { spec: { suspend: false } })).toEqual([]);
    expect(reported({ spec: { healthChecks: [{ kind: 'Job' }] } }, {})).toEqual([]);
    expect(reported({ labels: { 'sharding.fluxcd.io/key': 'a' } }, {})).toEqual([]);
  });

  it.each<[Given, Given, string]>([
    [{}, { spec: { suspend: true } }, 'spec.suspend: is suspended: nothing applies its objects, or restores them'],
    [{ spec: { suspend: 'no' } }, { spec: { suspend: true } }, 'spec.suspend: is suspended: nothing applies its objects, or restores them'],
    [
      { spec: { interval: '10m' } },
      { spec: { interval: '24h1s' } },
      'spec.interval: has the interval 24h1s: changes of others on the cluster stay that long',
    ],
    [
      { spec: { healthChecks: [{ kind: 'Job' }] } },
      { spec: { healthChecks: [{ kind: 'Pod' }] } },
      'spec.healthChecks: has other healthChecks: objects that depend on it wait until they pass',
    ],
    [
      {},
      { spec: { healthCheckExprs: [{ current: 'true' }] } },
      'spec.healthCheckExprs: has other healthCheckExprs: objects that depend on it wait until they pass',
    ],
    [
      {},
      { labels: { 'sharding.fluxcd.io/key': 'a' } },
      'metadata.labels.sharding.fluxcd.io/key: has sharding.fluxcd.io/key=a, so that only the controller of this shard applies it, if there is one',
    ],
    [
      { annotations: { 'argocd.argoproj.io/manifest-generate-paths': '.' } },
      { annotations: { 'argocd.argoproj.io/manifest-generate-paths': '/other' } },
      'metadata.annotations.argocd.argoproj.io/manifest-generate-paths: has argocd.argoproj.io/manifest-generate-paths=/other, so that Argo CD looks only after changes there',
    ],
  ])('%j → %j', (was, is, expected) => {
    expect(reported(was, is)).toEqual([expected]);
  });

  it('reports an interval only if it is longer than a day and than before', () => {
    for (const interval of ['24h', '90m', '']) expect(reported({}, { spec: { interval } })).toEqual([]);
    expect(reported({ spec: { interval: '72h' } }, { spec: { interval: '48h' } })).toEqual([]);
  });

  it('reports what it waits for in vain: an absent object, or itself', () => {
    const waits = (text: string): string[] => [`spec.dependsOn: has dependsOn ${text}, and is not applied before that is ready`];
    expect(reported({}, needs('infra'), kustomization('infra'))).toEqual([]);
    expect(reported({}, needs('gone'))).toEqual(waits('Kustomization flux-system/gone, which is not in the input'));
    expect(reported({}, needs('infra'), kustomization('infra', needs('apps')))).toEqual(waits('itself, by what it depends on'));
    expect(reported(needs('gone'), needs('gone'))).toEqual([]);
  });
});

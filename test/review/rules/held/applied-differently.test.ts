import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { appliedDifferently } from '../../../../src/review/rules/held/applied-differently.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const told = (apiVersion: string, kind: string, spec: object): string[] => {
  const object: KubernetesObject = { apiVersion, kind, metadata: { name: 'prod', namespace: 'flux' }, spec };
  return (appliedDifferently.find?.(accessTo(namespace('flux'), object)) ?? []).map(({ message }) => message);
};

describe('applied-differently', () => {
  it('tells of a Flux Kustomization that patches, substitutes, prefixes or re-namespaces', () => {
    const of = (spec: object) => told('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', spec);
    expect(of({ path: './prod', prune: true, patches: [] })).toEqual([]);
    expect(of({ path: './prod', targetNamespace: 'a', postBuild: { substitute: { a: 'b' } } })).toEqual([
      'Kustomization flux/prod changes manifests before they are applied (spec.postBuild and spec.targetNamespace); the result was not reviewed',
    ]);
  });

  it('tells of an Argo CD Application, and of those that an ApplicationSet makes', () => {
    const source = { path: 'prod', kustomize: { namePrefix: 'a-' } };
    expect(told('argoproj.io/v1alpha1', 'Application', { source: { path: 'prod' } })).toEqual([]);
    expect(told('argoproj.io/v1alpha1', 'Application', { sources: [{ path: 'a' }, source] })[0]).toContain('spec.sources[1].kustomize');
    expect(told('argoproj.io/v1alpha1', 'ApplicationSet', { template: { spec: { source } } })[0]).toContain(
      'spec.template.spec.source.kustomize',
    );
  });

  it('is the same risk for another version of what is changed, and at another time', () => {
    const identity = (apiVersion: string, kind: string, spec: object) => {
      const object: KubernetesObject = { apiVersion, kind, metadata: { name: 'prod', namespace: 'flux' }, spec };
      return appliedDifferently.find?.(accessTo(namespace('flux'), object)).map((risk) => risk.identity);
    };
    const application = (source: object) => identity('argoproj.io/v1alpha1', 'Application', { source });
    const set = (source: object) => identity('argoproj.io/v1alpha1', 'ApplicationSet', { template: { spec: { sources: [source] } } });
    const chart = { chart: 'redis', targetRevision: '1.2.0', helm: { valuesObject: { replicas: 1 } } };
    for (const of of [application, set]) {
      expect(of({ ...chart, targetRevision: '1.3.0' })).toEqual(of(chart));
      // Sizes, texts for people and versions of images: another rule reports them.
      for (const values of [{ replicas: 2 }, { replicas: 2, a: { cpu: '2' } }])
        expect(of({ ...chart, helm: { valuesObject: values } })).toEqual(of({ ...chart, helm: { valuesObject: { replicas: 3 } } }));
      expect(of({ ...chart, helm: { values: 'image: {tag: 1.2.3}\n' } })).toEqual(
        of({ ...chart, helm: { values: 'image: {tag: 1.3.0}\n' } }),
      );
      for (const values of [
        'image: {tag: latest}',
        'image: {repository: x}',
        'rbac: true',
        'replicas: 0',
        'replicas: admin',
        '{{',
        'a: |\n  b\n  c',
      ])
        expect(of({ ...chart, helm: { values } }), values).not.toEqual(of({ ...chart, helm: { values: 'replicas: 2' } }));
      expect(of({ ...chart, helm: { valuesObject: { rbac: { create: true } } } })).not.toEqual(of(chart));
      expect(of({ ...chart, repoURL: 'https://evil.example.com' })).not.toEqual(of(chart));
    }
    const release = (version: string, values: object, name = 'redis') =>
      identity('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
        chart: { spec: { chart: name, version, sourceRef: { kind: 'HelmRepository', name: 'a' } } },
        postRenderers: [{ kustomize: { patches: [] } }],
        values,
      });
    const image = (text: string) => ({ thanos: { image: text } });
    expect(release('1.2.0', image('quay.io/a/thanos:v1.2.0'))).toEqual(release('1.3.0', image('quay.io/a/thanos:v1.3.0')));
    for (const text of ['evil.example/a/thanos:v1.2.0', 'quay.io/a/other:v1.2.0', 'quay.io/a/thanos:latest', 'quay.io/a/catalog:v1.2.0'])
      expect(release('1.2.0', image(text)), text).not.toEqual(release('1.2.0', image('quay.io/a/thanos:v1.2.0')));
    expect(release('1.2.0', image('quay.io/a/catalog:v1.2.0'))).not.toEqual(release('1.2.0', image('quay.io/a/catalog:v1.3.0')));
    expect(release('1.2.0', {}, 'other')).not.toEqual(release('1.2.0', {}));
    const synced = (syncPolicy: object, others: object = {}) =>
      identity('argoproj.io/v1alpha1', 'Application', { source: chart, syncPolicy, ...others });
    expect(synced({ automated: {}, syncOptions: ['a'] })).toEqual(synced({ retry: { limit: 2 }, syncOptions: ['a'] }));
    expect(synced({ syncOptions: ['a'] })).not.toEqual(synced({ syncOptions: ['b'] }));
    const ignoring = { ignoreApplicationDifferences: [{ jsonPointers: ['/spec'] }] };
    expect(identity('argoproj.io/v1alpha1', 'ApplicationSet', { template: { spec: { source: chart } }, ...ignoring })).toEqual(
      identity('argoproj.io/v1alpha1', 'ApplicationSet', { template: { spec: { source: chart } } }),
    );
    const flux = (spec: object) => identity('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', { namePrefix: 'a-', ...spec });
    expect(flux({ interval: '5m' })).toEqual(flux({ interval: '10m' }));
    expect(flux({ path: './other' })).not.toEqual(flux({ path: './prod' }));
  });

  it('says nothing of kinds of these names in other groups', () => {
    expect(told('example.com/v1', 'Kustomization', { patches: [{}] })).toEqual([]);
  });
});

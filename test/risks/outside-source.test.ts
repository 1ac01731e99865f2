import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/kubernetes/object.js';
import { outsideSource } from '../../src/risks/outside-source.js';
import { namespace } from '../support/build.js';
import { accessTo } from '../support/states.js';

const application = (name: string, source: object): KubernetesObject => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace: 'argocd' },
  spec: { source },
});
const OURS = application('ours', { repoURL: 'https://example.com/ours', path: 'a' });
const told = (after: KubernetesObject) =>
  outsideSource
    .compare?.(accessTo(namespace('op'), OURS), accessTo(namespace('op'), OURS, after))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('outside-source', () => {
  it('is an error for a source that nothing named before', () => {
    expect(told(application('new', { repoURL: 'https://example.com/evil', path: 'a' }))).toEqual([
      'error: Application argocd/new is new and decides what is applied from https://example.com/evil; what comes from there was not reviewed',
    ]);
  });

  it('is a warning for another path of a known source', () => {
    expect(told(application('new', { repoURL: 'https://example.com/ours', path: 'b' }))).toEqual([
      'warning: Application argocd/new is new and decides what is applied from https://example.com/ours; what comes from there was not reviewed',
    ]);
  });

  it('knows the objects of Flux by what they refer to', () => {
    const flux = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'apps', namespace: 'flux-system' },
      spec: { path: './apps', sourceRef: { kind: 'GitRepository', name: 'evil' } },
    };
    expect(told(flux)?.[0]).toContain('decides what is applied from GitRepository flux-system/evil');
  });

  it.each([
    ['RootSync', 'configsync.gke.io/v1beta1', { git: { repo: 'https://example.com/evil' } }, 'https://example.com/evil'],
    ['Terraform', 'infra.contrib.fluxcd.io/v1alpha2', { sourceRef: { kind: 'GitRepository', name: 'evil' } }, 'GitRepository op/evil'],
    [
      'Release',
      'helm.m.crossplane.io/v1beta1',
      { forProvider: { chart: { repository: 'x', name: 'y', url: 'https://evil' } } },
      'https://evil',
    ],
    ['ClusterPackage', 'package-operator.run/v1alpha1', { image: 'evil.example.com/a' }, 'evil.example.com/a'],
  ])('knows the sources of a %s', (kind, apiVersion, spec, source) => {
    expect(told({ apiVersion, kind, metadata: { name: 'a', namespace: 'op' }, spec })).toEqual([
      `error: ${kind} op/a is new and decides what is applied from ${source}; what comes from there was not reviewed`,
    ]);
  });

  it('says nothing of one that stays, and of kinds of these names elsewhere', () => {
    expect(outsideSource.compare?.(accessTo(OURS), accessTo(OURS))).toEqual([]);
    expect(told({ ...application('new', { repoURL: 'x' }), apiVersion: 'example.com/v1' })).toEqual([]);
  });
});

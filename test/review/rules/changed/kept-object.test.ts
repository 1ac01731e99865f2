import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { keptObject } from '../../../../src/review/rules/changed/applied-or-kept.js';
import { namespace } from '../../../support/build.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const marked = (annotations: Readonly<Record<string, string>>): KubernetesObject => {
  const binding = bind('b', 'view', 'User a');
  return { ...binding, metadata: { ...binding.metadata, annotations } };
};
const told = (before: KubernetesObject, ...after: readonly KubernetesObject[]) =>
  keptObject.compare?.(accessTo(namespace('op'), before), accessTo(namespace('op'), ...after)).map(({ message }) => message);

describe('kept-object', () => {
  it.each([
    ['argocd.argoproj.io/sync-options', 'Prune=false'],
    ['kapp.k14s.io/delete-strategy', 'orphan'],
    ['kustomize.toolkit.fluxcd.io/prune', 'disabled'],
    ['helm.sh/resource-policy', 'keep'],
  ])('tells of a removed object with %s: %s', (key, value) => {
    expect(told(marked({ [key]: value }))).toEqual([
      `ClusterRoleBinding b is removed from the input and stays in the cluster (${key}: ${value})`,
    ]);
  });

  it('tells of one option among others', () => {
    expect(told(marked({ 'argocd.argoproj.io/sync-options': 'ServerSideApply=true,Prune=false' }))).toEqual([
      'ClusterRoleBinding b is removed from the input and stays in the cluster (argocd.argoproj.io/sync-options: Prune=false)',
    ]);
  });

  it('says nothing of what goes, and of what is still there', () => {
    expect(told(marked({ 'argocd.argoproj.io/sync-options': 'Prune=true' }))).toEqual([]);
    const kept = marked({ 'helm.sh/resource-policy': 'keep' });
    expect(told(kept, kept)).toEqual([]);
  });
});

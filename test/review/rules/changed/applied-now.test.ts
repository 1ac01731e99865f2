import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { appliedNow } from '../../../../src/review/rules/changed/applied-or-kept.js';
import { namespace } from '../../../support/build.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const told = (before: KubernetesObject, after: KubernetesObject) => {
  const state = (given: KubernetesObject) => ({
    ...accessTo(namespace('op')),
    state: { ...accessTo(namespace('op')).state, given: [given] },
  });
  return appliedNow.compare?.(state(before), state(after)).map(({ severity, message }) => `${severity}: ${message}`);
};
const marked = (object: KubernetesObject, annotations: Record<string, string>): KubernetesObject => ({
  ...object,
  metadata: { ...object.metadata, annotations },
});
const BINDING = bind('b', 'view', 'User alice');
const SETTINGS: KubernetesObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'op' } };

describe('applied-now', () => {
  it('tells of an object that loses what keeps it from being applied', () => {
    expect(told(marked(BINDING, { 'config.kubernetes.io/local-config': 'true' }), BINDING)).toEqual([
      'error: ClusterRoleBinding b no longer has config.kubernetes.io/local-config: true, which can keep it from being applied',
    ]);
    const flux = 'kustomize.toolkit.fluxcd.io/reconcile';
    expect(told(marked(SETTINGS, { [flux]: 'disabled' }), marked(SETTINGS, { [flux]: 'enabled' }))).toEqual([
      `warning: ConfigMap op/a no longer has ${flux}: disabled, which can keep it from being applied`,
    ]);
  });

  it('tells of an object that gets it', () => {
    expect(told(BINDING, marked(BINDING, { 'argocd.argoproj.io/hook': 'Skip' }))).toEqual([
      'warning: ClusterRoleBinding b has argocd.argoproj.io/hook: Skip, so it is no longer applied, or is removed again',
    ]);
  });

  it('says nothing of what keeps it, of what loses something else, and of a Job that is a hook', () => {
    const skipped = marked(BINDING, { 'argocd.argoproj.io/hook': 'Skip' });
    expect(told(skipped, skipped)).toEqual([]);
    expect(told(marked(BINDING, { team: 'a' }), BINDING)).toEqual([]);
    const job: KubernetesObject = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a', namespace: 'op' } };
    const hook = (value: string) => marked(job, { 'argocd.argoproj.io/hook': value });
    expect(told(hook('PreSync'), hook('PostSync'))).toEqual([]);
    expect(told(hook('PreSync'), hook('Skip'))).toHaveLength(1);
  });
});

/** An Argo CD of its operator: its fields weigh as the ConfigMaps that the operator makes from them. */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { ARGO_CD } from '../../../../src/base/tools/argo-cd.js';
import { clusterSetting } from '../../../../src/review/rules/changed/cluster-setting.js';
import { accessTo } from '../../../support/states.js';

const instance = (spec: object): KubernetesObject => ({
  apiVersion: 'argoproj.io/v1beta1',
  kind: 'ArgoCD',
  metadata: { name: 'argocd', namespace: 'argocd' },
  spec,
});
const told = (before: KubernetesObject | undefined, after: KubernetesObject | undefined): readonly string[] =>
  clusterSetting
    .compare?.(accessTo(...(before ? [before] : [])), accessTo(...(after ? [after] : [])))
    .map(({ severity, effect = 'none' }) => `${severity} ${effect}`) ?? [];

const { worst = [], apart = [] } = ARGO_CD.rows.find(({ kind }) => kind === 'ArgoCD')?.setting ?? {};
const at = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, field) => ({ [field]: inner }), value) as object;

describe('a changed Argo CD', () => {
  it.each(worst)('is an error that may change permissions with another %s', (path) => {
    expect(told(instance({}), instance(at(path, ['a'])))).toEqual(['error unknown']);
    expect(told(instance(at(path, ['a'])), instance({}))).toEqual(['error unknown']);
    expect(told(instance({}), instance(at(path, [])))).toEqual(['warning unknown']);
  });

  it.each(apart)('brings nothing with another %s', (field) => {
    const of = (value: number) => instance({ server: { [field.replace('*', 'a')]: value } });
    expect(told(of(1), of(2))).toEqual(['warning none']);
  });

  it.each(['server.insecure', 'repo.sidecarContainers', 'controller.extraCommandArgs', 'disableAdmin', 'unknown'])(
    'may change permissions with another %s',
    (path) => {
      expect(told(instance(at(path, [1])), instance(at(path, [2])))).toEqual(['warning unknown']);
    },
  );

  it.each([
    ['extraConfig', 'admin.enabled', 'error'],
    ['extraConfig', 'accounts.a', 'error'],
    ['extraConfig', 'statusbadge.url', 'warning'],
    ['cmdParams', 'application.namespaces', 'error'],
    ['cmdParams', 'controller.log.level', 'warning'],
  ])('weighs %s["%s"] as the ConfigMap: %s', (field, key, severity) => {
    expect(told(instance({ [field]: { [key]: 'a' } }), instance({ [field]: { [key]: 'b' } }))).toEqual([`${severity} unknown`]);
  });

  it('may change permissions with a size beside a right', () => {
    expect(told(instance({ a: { replicas: 1 }, b: 1 }), instance({ a: { replicas: 2 }, b: 2 }))).toEqual(['warning unknown']);
  });
});

it('a new Argo CD may change permissions', () => {
  expect(told(undefined, instance({}))).toEqual(['warning unknown']);
});

import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { foreignConfiguration } from '../../../../src/review/rules/changed/foreign-configuration.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const configMap = (place: string, data: object): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', namespace: place },
  data,
});
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  foreignConfiguration.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after)).map(({ message }) => message);

describe('foreign-configuration', () => {
  it('tells of a ConfigMap where nothing of the input is', () => {
    expect(told([configMap('argo', { a: 'b' })], [configMap('argo', { a: 'c' })])).toEqual([
      'ConfigMap argo/c is changed, and the program that reads it is not in the input; changes data.a ("b" → "c")',
    ]);
    expect(told([], [configMap('argo', {})])).toHaveLength(1);
  });

  it('tells of a ConfigMap where the input has the Namespace alone', () => {
    expect(told([], [configMap('op', {})])).toEqual(['ConfigMap op/c is new, and the program that reads it is not in the input']);
  });

  it('says nothing where the input has an account or something that runs, and of what stays', () => {
    const account: KubernetesObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a', namespace: 'op' } };
    expect(told([], [account, configMap('op', {})])).toEqual([]);
    expect(told([configMap('argo', { a: 'b' })], [configMap('argo', { a: 'b' })])).toEqual([]);
  });
});

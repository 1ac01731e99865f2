import { describe, expect, it } from 'vitest';
import { foreignConfiguration } from '../../../src/findings/changed/foreign-configuration.js';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { namespace } from '../../support/build.js';
import { accessTo } from '../../support/states.js';

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
      'ConfigMap argo/c is changed, and what reads it is not in the input',
    ]);
    expect(told([], [configMap('argo', {})])).toHaveLength(1);
  });

  it('says nothing where the input has the namespace, and of what stays', () => {
    expect(told([], [configMap('op', {})])).toEqual([]);
    expect(told([configMap('argo', { a: 'b' })], [configMap('argo', { a: 'b' })])).toEqual([]);
  });
});

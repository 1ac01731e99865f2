import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { clusterSetting } from '../../../../src/review/rules/changed/cluster-setting.js';
import { policyParameterTest } from '../../../../src/review/rules/changed/policy-parameters.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const admission = (kind: string, spec: object): KubernetesObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'p' },
  spec,
});
const configMap = (name: string, data: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'op', name },
  data,
});
const POLICY = admission('ValidatingAdmissionPolicy', { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } });
const binding = (paramRef: object) => admission('ValidatingAdmissionPolicyBinding', { policyName: 'p', paramRef });
const kyverno = (name: string): KubernetesObject => ({
  apiVersion: 'kyverno.io/v1',
  kind: 'ClusterPolicy',
  metadata: { name: 'p' },
  spec: { rules: [{ name: 'a', context: [{ name: 'c', configMap: { name, namespace: 'op' } }], validate: {} }] },
});

describe('the parameters of admission policies', () => {
  it('are those that a binding names, or all of the kind where it selects them', () => {
    const [named, selected] = [binding({ name: 'a' }), binding({ selector: {} })].map((one) => policyParameterTest([POLICY, one]));
    expect([configMap('a'), configMap('b')].map((object) => named?.(object))).toEqual([true, false]);
    expect([configMap('a'), namespace('a')].map((object) => selected?.(object))).toEqual([true, false]);
    expect(policyParameterTest([POLICY])(configMap('a'))).toBe(false);
  });

  it('are ConfigMaps that a policy of Kyverno looks into, all of them where the name has variables', () => {
    const [named, unknown] = [kyverno('a'), kyverno('{{ request.namespace }}')].map((policy) => policyParameterTest([policy]));
    expect([configMap('a'), configMap('b')].map((object) => named?.(object))).toEqual([true, false]);
    expect(unknown?.(configMap('b'))).toBe(true);
  });

  it('count as the policy does: a change or the loss of one is an error', () => {
    const state = (...more: readonly KubernetesObject[]) => accessTo(namespace('op'), POLICY, binding({ name: 'a' }), ...more);
    const told = (...args: Parameters<Required<typeof clusterSetting>['compare']>) =>
      clusterSetting.compare?.(...args).map(({ severity, message }) => `${severity}: ${message.replace(/; changes .*$/s, '')}`);
    const [one, other] = [configMap('a', { allowed: 'x' }), configMap('a', { allowed: '*' })];
    expect(told(state(one), state(other))).toEqual([
      'error: ConfigMap op/a is changed and decides which objects an admission policy lets pass',
    ]);
    expect(told(state(one), state())).toEqual([
      'error: ConfigMap op/a was removed; it decided which objects an admission policy lets pass',
    ]);
    expect(told(state(configMap('b')), state(configMap('b', { a: 'b' })))).toEqual([]);
  });
});

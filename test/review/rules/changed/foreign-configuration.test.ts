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

  it('has a note for other versions of the same images', () => {
    const severities = (was: string, is: string): unknown =>
      foreignConfiguration
        .compare?.(accessTo(namespace('op'), configMap('argo', { a: was })), accessTo(namespace('op'), configMap('argo', { a: is })))
        .map(({ severity }) => severity);
    expect(severities('quay.io/acme/a:v1', 'quay.io/acme/a:v2')).toEqual(['info']);
    expect(severities('quay.io/acme/a:v1', 'quay.io/evil/a:v2')).toEqual(['warning']);
  });

  it('has a note for dashboards, by their label and their panels', () => {
    const severity = (labels: object, data: object, more: object = {}): unknown => {
      const object = { ...configMap('argo', data), ...more };
      const after = { ...object, metadata: { ...object.metadata, labels: labels as Record<string, string> } };
      return foreignConfiguration.compare?.(accessTo(namespace('op')), accessTo(namespace('op'), after))[0]?.severity;
    };
    const [console, panels] = [{ 'console.openshift.io/dashboard': 'true' }, { 'a.json': '{"panels": []}' }];
    expect(severity(console, panels)).toBe('info');
    expect(severity({ grafana_dashboard: '1' }, { 'a.json': '{"rows": []}' })).toBe('info');
    for (const [labels, data, more] of [
      [{}, panels],
      [console, {}],
      [console, { ...panels, 'policy.csv': 'g, a, role:admin' }],
      [console, { 'policy.csv': '{"panels": []}\ng, a, role:admin' }],
      [console, { 'a.json': '{"panels": "a"}' }],
      [console, { 'a.json': '{"panels": [], "a": "g, a, role:admin"}' }],
      [console, panels, { binaryData: { a: '' } }],
    ] as const)
      expect(severity(labels, data, more)).toBe('warning');
  });

  const rules = 'groups:\n- name: a\n  rules:\n  - alert: A\n    expr: up == 0\n    labels: {severity: role}\n';
  it.each<[string, Record<string, unknown>, string]>([
    ['rules of Prometheus', { 'a.yaml': rules }, 'info'],
    ['a record', { 'a.yaml': rules.replace('alert', 'record') }, 'info'],
    ['something beside the groups', { 'a.yaml': `${rules}roles: [admin]\n` }, 'warning'],
    ['something beside the rules', { 'a.yaml': rules.replace('  rules:', '  members: [bob]\n  rules:') }, 'warning'],
    ['something in a rule', { 'a.yaml': rules.replace('    labels', '    action: allow\n    labels') }, 'warning'],
    ['a rule without an expression', { 'a.yaml': rules.replace('    expr: up == 0\n', '') }, 'warning'],
    ['another entry', { 'a.yaml': rules, 'policy.csv': 'g, a, role:admin' }, 'warning'],
    ['no rules', { 'a.yaml': 'groups:\n- name: admins\n' }, 'warning'],
    ['a broken text', { 'a.yaml': `${rules}  x` }, 'warning'],
  ])('is a note for rules of Prometheus alone: %s', (_, data, severity) => {
    const found = foreignConfiguration.compare?.(
      accessTo(namespace('op')),
      accessTo(namespace('op'), { ...configMap('argo', {}), data } as KubernetesObject),
    );
    expect(found?.map((one) => one.severity ?? 'warning')).toEqual([severity]);
    if (severity === 'info') expect(found?.[0]?.effect).toBeUndefined();
  });

  it('says nothing where the input has an account or something that runs, and of what stays', () => {
    const account: KubernetesObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a', namespace: 'op' } };
    expect(told([], [account, configMap('op', {})])).toEqual([]);
    expect(told([configMap('argo', { a: 'b' })], [configMap('argo', { a: 'b' })])).toEqual([]);
  });

  /** Objects that a program finds by name on the cluster, or by a reference that no object of the input has. */
  const web: KubernetesObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'op' }, spec: {} };
  it.each(['ConfigMap', 'Secret'])('tells of a %s that changes, and that no object of the input names', (kind) => {
    for (const field of kind === 'Secret' ? ['data', 'stringData'] : ['data', 'binaryData']) {
      const of = (value: string): KubernetesObject => ({
        apiVersion: 'v1',
        kind,
        metadata: { name: 'c', namespace: 'op' },
        [field]: { a: value },
      });
      expect(told([web, of('YQ==')], [web, of('Yg==')])).toHaveLength(1);
      const reads: KubernetesObject = { ...web, spec: { template: { spec: { volumes: [{ name: 'x', any: 'c' }] } } } };
      expect(told([reads, of('YQ==')], [reads, of('Yg==')])).toEqual([]);
      expect(told([web], [web, of('YQ==')])).toEqual([]);
    }
  });
});

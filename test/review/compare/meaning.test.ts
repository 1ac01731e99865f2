import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meaningChanges, textFields } from '../../../src/review/compare/meaning.js';

const object = (apiVersion: string, kind: string, more: object, name = 'one') => ({ apiVersion, kind, metadata: { name }, ...more });
const RBAC = 'rbac.authorization.k8s.io/v1';
const role = (...rules: readonly object[]) => object(RBAC, 'ClusterRole', { rules });
const binding = (...names: readonly string[]) =>
  object(RBAC, 'ClusterRoleBinding', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: names.map((name) => ({ kind: 'User', name })),
  });
const pods = (...verbs: readonly string[]) => ({ apiGroups: [''], resources: ['pods'], verbs });
const deployment = (args: readonly string[], image = 'a/web:1') =>
  object('apps/v1', 'Deployment', { spec: { template: { spec: { containers: [{ name: 'web', image, args }] } } } });
const settings = (text: string) => object('v1', 'ConfigMap', { data: { 'app.yaml': text } });

describe('meaningChanges', () => {
  it('has the values of a field, and one line for an entry that is put in front of others', () => {
    expect(meaningChanges(deployment(['a', 'b'], 'a/web:1'), deployment(['new', 'a', 'b'], 'a/web:2'))).toEqual([
      { field: 'spec.template.spec.containers[web].image', before: 'a/web:1', after: 'a/web:2' },
      { field: 'spec.template.spec.containers[web].args[0]', after: 'new' },
    ]);
  });

  it('reads rules as permissions: those that are split, merged or in another order are equal, and redundant ones are not', () => {
    expect(meaningChanges(role(pods('get', 'list')), role(pods('list'), pods('get')))).toEqual([]);
    expect(meaningChanges(role(pods('*')), role(pods('*'), pods('get')))).toEqual([{ field: 'rules', after: 'get pods' }]);
    expect(meaningChanges(role(pods('get')), role(pods('list')))).toEqual([{ field: 'rules', before: 'get pods', after: 'list pods' }]);
  });

  it.each([
    ['without verbs', { apiGroups: [''], resources: ['pods'], verbs: [] }],
    ['with a verb that no request has', pods('GET')],
    ['with a field that nobody reads', { ...pods('get'), resourceName: ['a'] }],
  ])('compares a rule as written that is %s', (_, rule) => {
    expect(meaningChanges(role(pods('get')), role(pods('get'), rule))).not.toEqual([]);
  });

  const OWN = 'https://kubernetes.default.svc';
  const set = (...elements: readonly object[]) =>
    object('argoproj.io/v1alpha1', 'ApplicationSet', { spec: { generators: [{ list: { elements } }], template: {} } });

  it('leaves out the server of an added element if all elements name this cluster', () => {
    const [first, second] = [
      { cluster: 'a', url: OWN },
      { cluster: 'b', server: `${OWN}:443` },
    ];
    expect(JSON.stringify(meaningChanges(set(first), set(first, second)))).not.toContain(OWN);
  });

  it.each([
    [
      'another element that names another cluster',
      set({ cluster: 'a', url: 'https://other' }),
      set({ cluster: 'a', url: 'https://other' }, { url: OWN }),
    ],
    ['an element that moves to this cluster', set({ cluster: 'a', url: 'https://other' }), set({ cluster: 'a', url: OWN })],
    ['an element that loses its server', set({ cluster: 'a', url: OWN }), set({ cluster: 'a' })],
    ['an element that gets its server', set({ cluster: 'a' }), set({ cluster: 'a', url: OWN })],
    ['a server with a name that only begins alike', set({ url: OWN }), set({ url: OWN }, { url: `${OWN}.evil.example` })],
  ])('keeps the server: %s', (_, before, after) => {
    expect(JSON.stringify(meaningChanges(before, after))).toContain(OWN);
  });

  it('has a subject beside one that includes it', () => {
    expect(meaningChanges(binding('a'), binding('b', 'a'))).toHaveLength(1);
    expect(meaningChanges(binding('a', 'b'), binding('b', 'a'))).toEqual([]);
  });

  it('joins the entries of an account of a CSV', () => {
    const csv = (...all: readonly (readonly object[])[]) =>
      object('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', {
        spec: { install: { spec: { clusterPermissions: all.map((rules) => ({ serviceAccountName: 'op', rules })) } } },
      });
    expect(meaningChanges(csv([pods('get', 'list')]), csv([pods('get')], [pods('list')]))).toEqual([]);
    expect(meaningChanges(csv([pods('get')]), csv([pods('get', 'watch')]))).toEqual([
      { field: 'spec.install.spec.clusterPermissions[op]', after: 'watch pods' },
    ]);
  });

  it('looks into texts, where only the indentation or blanks can differ', () => {
    expect(meaningChanges(settings('a: 1\nb: 2\n'), settings('a: 1\nb: 3\n'))).toEqual([
      { field: 'data["app.yaml"]: b', before: '2', after: '3' },
    ]);
    expect(meaningChanges(settings('run() {\n  a\n}\n'), settings('run() {\n    a\n}\n'))).toHaveLength(1);
    expect(meaningChanges(settings('a: 1\n'), settings('a: 1\n\n# b\n'))).toEqual([{ field: 'data["app.yaml"]: blanks or comments' }]);
  });

  it('prints no secret', () => {
    const secret = (value: string) => object('v1', 'Secret', { stringData: { config: value } });
    const variable = (name: string, value: string) => object('apps/v1', 'Deployment', { spec: { env: [{ name, value }] } });
    const pairs = [
      [secret('s3cr3t'), secret('hidden')],
      [secret('s3cr3t\na'), secret('hidden\nb')],
      [variable('DB_PASSWORD', 's3cr3t'), variable('DB_PASSWORD', 'hidden')],
      [variable('OTHER', 's3'), variable('DB_PASSWORD', 's3cr3t')],
      [settings('password: s3cr3t\n'), settings('password: hidden\n')],
    ];
    for (const [before, after] of pairs) {
      const changes = meaningChanges(before, after);
      expect(changes).not.toEqual([]);
      expect(JSON.stringify(changes)).not.toMatch(/s3cr3t|hidden/);
    }
  });

  it('finds any other value, in both directions', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (was, is) => {
        const [before, after] = [was, is].map((spec) => object('example.com/v1', 'Thing', { spec: JSON.parse(JSON.stringify(spec)) }));
        const [there, back] = [meaningChanges(before, after), meaningChanges(after, before)];
        expect(there.length === 0).toBe(JSON.stringify(before) === JSON.stringify(after) || back.length === 0);
        expect(there).toHaveLength(back.length);
      }),
    );
  });

  it('names an entry of a list once that a text adds or removes', () => {
    const tasks = (...names: readonly string[]): string => names.map((name) => `- name: "${name}"\n  debug: {msg: a}\n`).join('');
    const fields = textFields(tasks('One task', 'Two tasks'), tasks('One task'));
    expect(fields).toContainEqual({ field: '["Two tasks"]', before: 'removed' });
    expect(textFields(tasks('One task'), tasks('One task', 'Two tasks'))).toContainEqual({ field: '["Two tasks"]', after: 'new' });
    expect(JSON.stringify(fields)).not.toContain('.name');
  });
});

import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { embeddedManifest } from '../../../../src/review/rules/changed/embedded.js';
import { namespace } from '../../../support/build.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const EVIL = bind('evil', 'cluster-admin', 'User mallory');
const object = (kind: string, fields: object, apiVersion = 'v1'): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name: 'a', namespace: 'op' },
  ...fields,
});
const told = (after: KubernetesObject, ...before: readonly KubernetesObject[]) =>
  embeddedManifest
    .compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), after))
    .map(({ severity, message }) => `${severity}: ${message}`);
const holds = (kind: string, what: string, at: string): string[] => [
  `error: ${kind} op/a holds ${what} in ${at}, which was not reviewed: whatever applies it from there grants its permissions`,
];

describe('embedded-manifest', () => {
  it('tells of one in a policy that creates objects', () => {
    const policy = object('ConfigurationPolicy', { spec: { 'object-templates': [{ objectDefinition: EVIL }] } }, 'example.com/v1');
    expect(told(policy)).toEqual(holds('ConfigurationPolicy', 'ClusterRoleBinding evil', 'spec.object-templates[0].objectDefinition'));
  });

  it.each(['data', 'metadata'])('ends for a text of some megabytes, in %s too', (field) => {
    const long = 'QUJD'.repeat(2_000_000);
    const bare = object('ConfigMap', { data: { k: long } });
    expect(told(field === 'data' ? bare : { ...bare, metadata: { ...bare.metadata, annotations: { k: long } } })).toEqual([]);
  });

  it('tells nothing of one that a policy forbids, and takes the word of no other kind for it', () => {
    const spec = { 'object-templates': [{ complianceType: 'mustnothave', objectDefinition: EVIL }] };
    expect(told(object('ConfigurationPolicy', { spec }, 'policy.open-cluster-management.io/v1'))).toEqual([]);
    expect(told(object('ConfigurationPolicy', { spec }, 'example.com/v1'))).toHaveLength(1);
  });

  it('takes the word for it only where a policy has it: elsewhere an API server drops it', () => {
    const wanted = { spec: { 'object-templates': [{ complianceType: 'musthave', objectDefinition: EVIL }] } };
    const spec = { 'policy-templates': [{ complianceType: 'mustnothave', objectDefinition: object('ConfigurationPolicy', wanted) }] };
    expect(told(object('Policy', { spec }, 'policy.open-cluster-management.io/v1'))).toHaveLength(1);
  });

  it.each<[string, object, boolean]>([
    ['fewer verbs', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }, true],
    ['no rule', { rules: [] }, true],
    ['another verb', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'create'] }] }, false],
    ['a field that is another one to some', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'], Verbs: ['*'] }] }, false],
    ['an aggregation', { aggregationRule: { clusterRoleSelectors: [{}] }, rules: [] }, false],
    ['another name', { metadata: { name: 'other' }, rules: [] }, false],
    ['a template of all rules', { rules: '{{ fromConfigMap "a" "b" "c" | toLiteral }}' }, false],
    ['a template of a rule', { rules: ['{{ fromConfigMap "a" "b" "c" | toLiteral }}'] }, false],
  ])('tells of a role that grants more than it did, and of none that grants less: %s', (_, fields, isSilent) => {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'r' } };
    const before = { ...role, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] };
    const policy = (definition: object) =>
      object('ConfigurationPolicy', { spec: { 'object-templates': [{ objectDefinition: definition }] } });
    expect(told(policy({ ...role, ...fields }), policy(before))).toHaveLength(isSilent ? 0 : 1);
  });

  it('tells of one in the text of a ConfigMap, also in Base64 of a Secret', () => {
    expect(told(object('ConfigMap', { data: { a: JSON.stringify(EVIL) } }))).toEqual(
      holds('ConfigMap', 'a ClusterRoleBinding, a ClusterRole', 'data.a'),
    );
    const data = { a: Buffer.from('kind: ClusterRole\n').toString('base64') };
    expect(told(object('Secret', { data }))).toEqual(holds('Secret', 'a ClusterRole', 'data.a'));
  });

  it.each([
    ['a block', 'kind: >-\n  ClusterRoleBinding'],
    ['an anchor', 'a: &a ClusterRoleBinding\nkind: *a'],
    ['a list', 'kind: ClusterRoleBindingList'],
    ['an escaped line break', 'kind: "Cluster\\\n  RoleBinding"'],
    ['an escape of eight digits', 'kind: "\\U00000043lusterRoleBinding"'],
    ['a template', 'kind: {{ "ClusterRoleBinding" }}'],
    ['a template with a default', `kind: ${'$'}{kind:=ClusterRoleBinding}`],
    ['a text in a text', JSON.stringify(JSON.stringify(EVIL))],
    ['Base64', Buffer.from('apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\n').toString('base64')],
  ])('tells of one whose kind is written as %s', (_, text) => {
    expect(told(object('ConfigMap', { data: { a: text } }))?.[0]).toContain('a ClusterRoleBinding');
  });

  it('takes no longer for a text that is made to be slow', () => {
    for (const part of ['&', 'kind: {{', 'kind: !', 'kind:\\', 'kind: $', 'kind: |'])
      expect(told(object('ConfigMap', { data: { a: part.repeat(50_000) } }))).toEqual([]);
  });

  it('says nothing of one that was there, whatever else changes', () => {
    const config = object('ConfigMap', { data: { a: JSON.stringify(EVIL) } });
    expect(told({ ...config, data: { ...(config.data as object), b: 'c' } }, config)).toEqual([]);
  });

  it('says nothing of references to roles, and of objects that are read', () => {
    expect(told(object('Thing', { spec: { target: { kind: 'ClusterRole', name: 'a' } } }, 'example.com/v1'))).toEqual([]);
    expect(told(EVIL)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { isApartFromPermissions, rootOf, tied } from '../../../../../src/review/rules/changed/files/permission-parts.js';

const TEMPLATE = `apiVersion: v1
kind: Template
parameters:
- name: GROUP
  value: viewers
objects:
- apiVersion: hive.openshift.io/v1
  kind: SelectorSyncSet
  metadata: {name: roles}
  spec:
    clusterDeploymentSelector: {matchLabels: {env: stage}}
    resources:
    - apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: reader}
      rules:
      - {apiGroups: [''], resources: [pods], verbs: [get]}
    - apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: readers, namespace: team}
      roleRef: {kind: ClusterRole, name: reader}
      subjects:
      - {kind: Group, name: viewers}
    - apiVersion: v1
      kind: ConfigMap
      metadata: {name: rules}
      data:
        text: "# see http://a.example\\n\\
          alert: ip"
- apiVersion: policy.open-cluster-management.io/v1
  kind: Policy
  metadata: {name: with-roles}
  spec:
    remediationAction: inform
    policy-templates:
    - objectDefinition:
        apiVersion: policy.open-cluster-management.io/v1
        kind: ConfigurationPolicy
        metadata: {name: inner}
        spec:
          object-templates:
          - objectDefinition:
              apiVersion: v1
              kind: ServiceAccount
              metadata: {name: robot}
- apiVersion: policy.open-cluster-management.io/v1
  kind: PlacementBinding
  metadata: {name: binding}
  placementRef: {kind: Placement, name: few}
  subjects:
  - {kind: Policy, name: with-roles}
- apiVersion: cluster.open-cluster-management.io/v1beta1
  kind: Placement
  metadata: {name: few}
  spec: {clusterSets: [stage]}
- apiVersion: policy.open-cluster-management.io/v1
  kind: PlacementBinding
  metadata: {name: of-console}
  placementRef: {kind: Placement, name: console-places}
  subjects:
  - {kind: Policy, name: console}
- apiVersion: operator.openshift.io/v1
  kind: Console
  metadata: {name: console}
  spec: {url: 'https://a.example', text: '\${ENV}'}
`;
const is = (from: string, to: string): boolean => {
  expect(TEMPLATE).toContain(from);
  return isApartFromPermissions(TEMPLATE, TEMPLATE.replace(from, to));
};

describe('what changes in a template apart from permissions', () => {
  it.each([
    ['a comment in a text of a ConfigMap', 'see http://a.example', 'see https://a.example/b'],
    ['a field of another object', "url: 'https://a.example'", 'url: b'],
    ['the name of another object', 'metadata: {name: console}', 'metadata: {name: console-hcp}'],
    ['what places another object', '{kind: Policy, name: console}', '{kind: Policy, name: console-hcp}'],
    [
      'a new object',
      'objects:\n',
      `objects:\n- {apiVersion: operator.openshift.io/v1, kind: Console, metadata: {name: b}, spec: {a: "\${ENV}"}}\n`,
    ],
  ])('%s', (_, from, to) => {
    expect(is(from, to)).toBe(true);
  });

  it.each([
    ['a verb', 'verbs: [get]', 'verbs: ["*"]'],
    ['a resource', 'resources: [pods]', 'resources: [secrets]'],
    ['a subject', '{kind: Group, name: viewers}', '{kind: Group, name: everyone}'],
    ['the role that is bound', 'roleRef: {kind: ClusterRole, name: reader}', 'roleRef: {kind: ClusterRole, name: admin}'],
    ['the namespace of a binding', 'namespace: team', 'namespace: kube-system'],
    ['the default of a parameter', 'value: viewers', 'value: everyone'],
    ['the clusters that get roles', '{env: stage}', '{}'],
    ['whether a policy with an account is enforced', 'remediationAction: inform', 'remediationAction: enforce'],
    ['which policy is placed', '{kind: Policy, name: console}', '{kind: Policy, name: with-roles}'],
    ['where a policy with an account is placed', 'clusterSets: [stage]', 'clusterSets: []'],
    [
      'the place of a policy with an account',
      'placementRef: {kind: Placement, name: few}',
      'placementRef: {kind: Placement, name: console-places}',
    ],
    ['a kind', 'kind: Console\n', 'kind: ClusterRole\n'],
    ['a kind that a parameter fills', 'kind: Console\n', `kind: '\${GROUP}'\n`],
    ['a manifest in a text', 'alert: ip"', 'kind: ClusterRoleBinding"'],
    ['an object that is none by its name', 'kind: Console\n', 'kind: Console\n  verbs: ["*"]\n'],
    ['a value that is a manifest', `text: '\${ENV}'`, `text: '\${{ENV}}'`],
    ['an action', `text: '\${ENV}'`, "text: '{{ .Env }}'"],
    ['a comment with an action', 'objects:', 'objects: # {{ include "x" }}'],
    ['YAML', 'objects:', 'objects: ]'],
    ['a group', 'kind: Console\n', 'kind: Group\n'],
  ])('not %s', (_, from, to) => {
    expect(is(from, to)).toBe(false);
  });

  it('not a variable that any other tool fills, nor what is no YAML', () => {
    const text = 'a: 1\nb: {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {d: e}}\n';
    expect(isApartFromPermissions(text, text.replace('d: e', 'd: f'))).toBe(true);
    expect(isApartFromPermissions(text, text.replace('d: e', `d: '\${F}'`))).toBe(false);
    expect(isApartFromPermissions(text, text.replace('a: 1', 'a: 2'))).toBe(false);
    expect(isApartFromPermissions('a "b"\n', 'a "c"\n')).toBe(false);
  });
});

describe('the objects with a word of permissions', () => {
  const object = (name: string, inside: string, more = ''): string =>
    `{apiVersion: v1, kind: Thing, metadata: {name: ${name}}, ${more}items: [${inside}]}`;
  const left = (text: string): string[] => {
    const { parts = [] } = rootOf(text) ?? {};
    const all = tied(parts);
    return parts.flatMap(({ value, name = '' }) => (all.has(value) ? [name] : []));
  };

  it.each<[string, string, string[]]>([
    [
      'are the inner one and all around it',
      object('a', `${object('b', object('c', '', 'roleRef: x, '))}, ${object('d', '')}`),
      ['a', 'b', 'c'],
    ],
    ['are the outer one, not what is in it', object('a', object('b', object('c', ''), 'verbs: [get], ')), ['a', 'b']],
    [
      'are those that have it in the text of a field',
      object('a', `${object('b', '', "text: 'kind: Group', ")}, ${object('c', '')}`),
      ['a', 'b'],
    ],
    ['are none without a word', object('a', object('b', '')), []],
  ])('%s', (_, text, expected) => {
    expect(left(text)).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../../src/olm/model/cluster.js';
import { EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import { lines } from '../../support/lines.js';
import { brief, readText } from '../../support/read-texts.js';

/** The cluster of one object that is fine. */
function read(...text: string[]): Cluster {
  const { cluster, problems } = readText(lines(...text));
  expect(problems).toEqual([]);
  return cluster;
}

const source = { file: 'test.yaml', document: 0, path: [] };

describe('what is read of each kind', () => {
  it('a Namespace: its labels, and itself', () => {
    expect(read('apiVersion: v1', 'kind: Namespace', 'metadata: {name: team-a, labels: {tenant: a}}')).toEqual({
      ...EMPTY_CLUSTER,
      namespaces: [
        {
          name: 'team-a',
          labels: { tenant: 'a', 'kubernetes.io/metadata.name': 'team-a' },
          manifest: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a', labels: { tenant: 'a' } } },
          source,
        },
      ],
    });
  });

  it.each(['v1', 'v1alpha2'])('an OperatorGroup of version %s', (version) => {
    const { operatorGroups } = read(
      `apiVersion: operators.coreos.com/${version}`,
      'kind: OperatorGroup',
      'metadata: {name: group, namespace: default}',
      'spec: {targetNamespaces: [team-a]}',
    );
    expect(operatorGroups).toMatchObject([{ name: 'group', namespace: 'default', targetNamespaces: ['team-a'], source }]);
  });

  it('a ClusterServiceVersion', () => {
    const { clusterServiceVersions } = read(
      'apiVersion: operators.coreos.com/v1alpha1',
      'kind: ClusterServiceVersion',
      'metadata: {name: etcd.v1, namespace: default}',
      'spec: {install: {strategy: deployment}}',
    );
    expect(clusterServiceVersions).toMatchObject([{ name: 'etcd.v1', namespace: 'default', installStrategy: 'deployment', source }]);
  });

  it.each<[string, string, string[]]>([
    ['all its versions', 'versions: [{name: v1, served: true}, {name: v1beta1}]', ['v1', 'v1beta1']],
    ['not those that are not served', 'versions: [{name: v1, served: true}, {name: v1alpha1, served: false}]', ['v1']],
    ['the one version of apiextensions.k8s.io/v1beta1', 'version: v1', ['v1']],
    ['the list before that one', 'version: v1, versions: [{name: v2}]', ['v2']],
    ['no version', 'versions: []', []],
  ])('a CustomResourceDefinition: %s', (_, versions, expected) => {
    const { customResourceDefinitions } = read(
      'apiVersion: apiextensions.k8s.io/v1',
      'kind: CustomResourceDefinition',
      'metadata: {name: etcds.example.com}',
      `spec: {group: example.com, names: {kind: Etcd, plural: etcds}, ${versions}}`,
    );
    expect(customResourceDefinitions).toMatchObject([
      { name: 'etcds.example.com', group: 'example.com', kind: 'Etcd', versions: expected },
    ]);
    expect(customResourceDefinitions[0]?.manifest).toMatchObject({ metadata: { name: 'etcds.example.com' } });
  });

  it('an APIService: its labels', () => {
    const apiService = ['apiVersion: apiregistration.k8s.io/v1', 'kind: APIService'];
    expect(read(...apiService, 'metadata: {name: v1.example.com, labels: {olm.owner: etcd}}').apiServices).toEqual([
      { name: 'v1.example.com', labels: { 'olm.owner': 'etcd' } },
    ]);
    expect(read(...apiService, 'metadata: {name: v1.example.com}').apiServices).toEqual([{ name: 'v1.example.com', labels: {} }]);
    expect(read(...apiService, 'metadata: {name: v1.}').apiServices, 'of the core group').toEqual([{ name: 'v1.', labels: {} }]);
  });

  it('a ServiceAccount, in the namespace default when it names none', () => {
    const text = ['apiVersion: v1', 'kind: ServiceAccount'];
    expect(read(...text, 'metadata: {name: etcd, namespace: team-a}').serviceAccounts).toEqual([{ namespace: 'team-a', name: 'etcd' }]);
    expect(read(...text, 'metadata: {name: etcd}').serviceAccounts).toEqual([{ namespace: 'default', name: 'etcd', isPlaceOpen: true }]);
    expect(read(...text, 'metadata: {name: etcd, namespace: ""}').serviceAccounts).toEqual([
      { namespace: 'default', name: 'etcd', isPlaceOpen: true },
    ]);
  });

  it.each<[string, keyof Cluster, string, object]>([
    [
      'ClusterRole',
      'clusterRoles',
      'rules: [{verbs: [get], apiGroups: [""], resources: [pods], note: x}]',
      { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], note: 'x' }] },
    ],
    [
      'Role',
      'roles',
      'rules: [{verbs: [get], apiGroups: [""], resources: [pods], note: x}]',
      { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], note: 'x' }] },
    ],
    ['ClusterRoleBinding', 'clusterRoleBindings', 'roleRef: {kind: Role, name: a}', { roleRef: { kind: 'Role', name: 'a' } }],
    ['RoleBinding', 'roleBindings', 'roleRef: {kind: Role, name: a}', { roleRef: { kind: 'Role', name: 'a' } }],
  ])('a %s, whole', (kind, list, text, rest) => {
    const cluster = read('apiVersion: rbac.authorization.k8s.io/v1', `kind: ${kind}`, 'metadata: {name: "system:x", namespace: a}', text);
    expect(cluster).toEqual({
      ...EMPTY_CLUSTER,
      [list]: [{ apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name: 'system:x', namespace: 'a' }, ...rest }],
    });
  });

  it.each<[string, string, boolean]>([
    ['whether CSVs are copied', 'metadata: {name: cluster}\nspec: {features: {disableCopiedCSVs: true}}', true],
    ['that they are, when it says nothing', 'metadata: {name: cluster}\nspec: {features: {}}', false],
    ['that they are, without a spec', 'metadata: {name: cluster}', false],
    ['nothing when it is not called cluster', 'metadata: {name: other}\nspec: {features: {disableCopiedCSVs: true}}', false],
  ])('an OLMConfig: %s', (_, text, disabled) => {
    expect(read('apiVersion: operators.coreos.com/v1', 'kind: OLMConfig', text).copiedCSVsDisabled).toBe(disabled);
  });
});

describe('what each kind must have', () => {
  it.each<[string, string[], string, number, number, string]>([
    [
      'a CustomResourceDefinition its kind',
      [
        'apiVersion: apiextensions.k8s.io/v1',
        'kind: CustomResourceDefinition',
        'metadata: {name: a.b}',
        'spec: {group: b, names: {plural: a}}',
      ],
      'FIELD_MISSING',
      4,
      18,
      'spec.names.kind',
    ],
    [
      'an OLMConfig true or false',
      [
        'apiVersion: operators.coreos.com/v1',
        'kind: OLMConfig',
        'metadata: {name: cluster}',
        'spec: {features: {disableCopiedCSVs: "true"}}',
      ],
      'WRONG_TYPE',
      4,
      38,
      'spec.features.disableCopiedCSVs',
    ],
    [
      'a ClusterRole selectors in its aggregationRule',
      [
        'apiVersion: rbac.authorization.k8s.io/v1',
        'kind: ClusterRole',
        'metadata: {name: a}',
        'aggregationRule: {clusterRoleSelectors: 5}',
      ],
      'WRONG_TYPE',
      4,
      41,
      'aggregationRule.clusterRoleSelectors',
    ],
    [
      'a Role lists in its rules',
      ['apiVersion: rbac.authorization.k8s.io/v1', 'kind: Role', 'metadata: {name: a}', 'rules: [{Verbs: get}]'],
      'WRONG_TYPE',
      4,
      17,
      'rules[0].Verbs',
    ],
    [
      'a RoleBinding its role',
      ['apiVersion: rbac.authorization.k8s.io/v1', 'kind: RoleBinding', 'metadata: {name: a}', 'subjects: []'],
      'FIELD_MISSING',
      1,
      1,
      'roleRef',
    ],
    [
      'a ClusterRoleBinding the names of its subjects',
      [
        'apiVersion: rbac.authorization.k8s.io/v1',
        'kind: ClusterRoleBinding',
        'metadata: {name: a}',
        'roleRef: {kind: ClusterRole, name: a}',
        'subjects: [{kind: User}]',
      ],
      'FIELD_MISSING',
      5,
      12,
      'subjects[0].name',
    ],
    [
      'a ClusterRole a list of selectors to aggregate by',
      [
        'apiVersion: rbac.authorization.k8s.io/v1',
        'kind: ClusterRole',
        'metadata: {name: a}',
        'aggregationRule: {clusterRoleSelectors: everything}',
      ],
      'WRONG_TYPE',
      4,
      41,
      'aggregationRule.clusterRoleSelectors',
    ],
    ['a ClusterRole metadata', ['apiVersion: rbac.authorization.k8s.io/v1', 'kind: ClusterRole'], 'FIELD_MISSING', 1, 1, 'metadata'],
    [
      'an APIService a version that exists',
      ['apiVersion: apiregistration.k8s.io/v2', 'kind: APIService', 'metadata: {name: v1.a}'],
      'UNSUPPORTED_VERSION',
      1,
      13,
      'apiVersion',
    ],
  ])('%s', (_, text, code, line, column, path) => {
    expect(brief(readText(lines(...text)).problems)).toEqual([[code, line, column, path]]);
  });
});

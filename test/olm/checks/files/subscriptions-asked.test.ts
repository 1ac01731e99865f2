import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../../../src/base/manifest/parse.js';
import { evaluateFiles } from '../../../../src/olm/evaluate/evaluate-files.js';
import { desiredCluster } from '../../../../src/olm/subscriptions/desired-cluster.js';
import { clusterOf, csv, group, namespace, subscription } from '../../../support/build.js';
import { manifests } from '../../../support/command-line.js';

const withSpec = (fields: object, given = subscription('op/etcd', { channel: 'stable' })) => ({
  ...given,
  spec: { ...(given.spec as object), ...fields },
});
const ids = ['approval-unknown', 'group-account-absent', 'catalog-source-elsewhere'];
const found = (...objects: KubernetesObject[]): string[] =>
  evaluateFiles(clusterOf(namespace('op'), namespace('other'), ...objects))
    .findings.filter(({ id }) => ids.includes(id))
    .map(({ id, subject }) => `${id} ${subject.kind} ${subject.name}`);

// OLM asks for ApprovalManual alone (its catalog operator's syncResolvingNamespace).
it.each([
  ['Manual', 'Manual', false],
  ['Automatic', 'Automatic', false],
  [undefined, undefined, false],
  ['', undefined, false],
  ['manual', 'Automatic', true],
  ['MANUAL', 'Automatic', true],
  ['automatic', 'Automatic', true],
  ['Never', 'Automatic', true],
])('an approval %s is %s for OLM', (installPlanApproval, read, isTold) => {
  const asked = withSpec({ installPlanApproval });
  expect(clusterOf(namespace('op'), asked).subscriptions[0]?.installPlanApproval).toBe(read);
  expect(found(group('op/group'), asked)).toEqual(isTold ? ['approval-unknown Subscription etcd'] : []);
});

describe('the ServiceAccount of a group', () => {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'installer', namespace: 'op' } };
  const asked = withSpec({});
  const own = { ...group('op/group'), spec: { serviceAccountName: 'installer' } };

  it.each<[string, KubernetesObject[], boolean]>([
    ['is absent, with a Subscription', [own, asked], true],
    ['is absent, without any', [own], true],
    ['is there', [own, asked, account], false],
    ['is in another namespace', [own, asked, { ...account, metadata: { ...account.metadata, namespace: 'other' } }], true],
    ['is not named', [group('op/group'), asked], false],
    ['is absent, and the verdict on a CSV says so', [own, csv('op/etcd.v1')], false],
  ])('%s', (_, objects, isTold) => {
    expect(found(...objects)).toEqual(isTold ? ['group-account-absent OperatorGroup group'] : []);
  });
});

describe('a CatalogSource', () => {
  const source = (where: string, name = 'hub') => ({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace: where },
    spec: { sourceType: 'grpc', image: 'registry.example.com/hub:1' },
  });
  const asked = withSpec({ source: 'hub', sourceNamespace: 'olm' });

  it.each<[string, KubernetesObject[], boolean]>([
    ['in another namespace', [source('other')], true],
    ['in the namespace of the Subscription alone', [source('op')], true],
    ['in both', [source('other'), source('olm')], false],
    ['of another name', [source('other', 'else')], false],
    ['that the input lacks', [], false],
  ])('%s', (_, objects, isTold) => {
    expect(found(group('op/group'), asked, ...objects)).toEqual(isTold ? ['catalog-source-elsewhere Subscription etcd'] : []);
  });
});

// Only the API server makes a name of generateName, and a tool that applies files needs one.
it.each([
  ['operators.coreos.com/v1alpha1', 'Subscription', { name: 'etcd', source: 'hub', sourceNamespace: 'olm' }],
  ['operators.coreos.com/v1', 'OperatorGroup', {}],
])('a %s %s with generateName is named so', (apiVersion, kind, spec) => {
  const text = manifests(namespace('op'), { apiVersion, kind, metadata: { generateName: 'it-', namespace: 'op' }, spec } as never);
  const { problems } = desiredCluster(parseDocuments({ file: 'cluster.yaml', text }).documents, {});
  expect(problems).toMatchObject([{ code: 'FIELD_MISSING', at: ['metadata', 'name'], fix: 'write name instead of generateName' }]);
});

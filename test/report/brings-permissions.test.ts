import { describe, expect, it } from 'vitest';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

interface Written {
  readonly [field: string]: unknown;
}

const object = (apiVersion: string, kind: string, id: string, more: object = {}, metadata: object = {}): Written => {
  const [name, namespace] = id.split('/').reverse();
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...metadata }, ...more };
};
const NAMESPACES = ['op', 'a', 'b'].map((name) => object('v1', 'Namespace', name));
const subscription = object('operators.coreos.com/v1alpha1', 'Subscription', 'op/etcd', {
  spec: { name: 'etcd', channel: 'stable', source: 'redhat-operators', sourceNamespace: 'openshift-marketplace' },
});
const group = (...targetNamespaces: readonly string[]) =>
  object('operators.coreos.com/v1', 'OperatorGroup', 'op/etcd', { spec: { targetNamespaces } });
const settings = (id: string, data: object, labels: object = {}) => object('v1', 'ConfigMap', id, { data }, { labels });
const catalog = (priority: number) => object('olm.operatorframework.io/v1', 'ClusterCatalog', 'own', { spec: { priority } });

function answerOf(before: readonly Written[], after: readonly Written[]): { answer: string; headline: string } {
  const [base, head] = [before, after].map((objects) =>
    folderOf({ 'all.yaml': manifests(...([...NAMESPACES, ...objects] as never[])) }),
  ) as [string, string];
  return JSON.parse(cli(['review', base, head, '--format', 'json', '--fail-on', 'never']).out).summary;
}

describe('a change by which permissions can come that no list has', () => {
  it.each<[string, readonly Written[], readonly Written[]]>([
    ['an OperatorGroup with which OLM runs an operator that is not known', [subscription], [subscription, group('a')]],
    ['other namespaces of an operator that is not known', [subscription, group('a')], [subscription, group('b')]],
    ['a catalog that ClusterExtensions choose first', [catalog(0)], [catalog(100)]],
    [
      'an operator that counts as upgradeable',
      [],
      [
        object('operators.coreos.com/v2', 'OperatorCondition', 'op/etcd.v1', {
          spec: { overrides: [{ type: 'Upgradeable', status: 'True' }] },
        }),
      ],
    ],
    [
      'roles in the settings of a program that is not in the input',
      [settings('a/gate', { users: 'dev: viewer' })],
      [settings('a/gate', { users: 'dev: viewer\nmallory: role:admin' })],
    ],
    [
      'a server that Argo CD reads from',
      [],
      [object('v1', 'Secret', 'argocd/repo', {}, { labels: { 'argocd.argoproj.io/secret-type': 'repository' } })],
    ],
    ['the keys of servers that Argo CD reads from', [], [settings('argocd/argocd-ssh-known-hosts-cm', { ssh_known_hosts: 'evil' })]],
    [
      'whose Secrets others can name',
      [],
      [object('gateway.networking.k8s.io/v1beta1', 'ReferenceGrant', 'a/all', { spec: { from: [], to: [] } })],
    ],
    ['a certificate', [], [object('certificates.k8s.io/v1', 'CertificateSigningRequest', 'me', { spec: { request: 'eA==' } })]],
    ['a user', [], [object('user.openshift.io/v1', 'User', 'mallory', { identities: ['github:mallory'] })]],
    [
      'the settings of every kubelet',
      [settings('kube-system/kubelet-config', { kubelet: 'a: 1' })],
      [settings('kube-system/kubelet-config', { kubelet: 'a: 2' })],
    ],
  ])('%s', (_, before, after) => {
    const { answer, headline } = answerOf(before, after);
    expect(`${answer}: ${headline}`).toMatch(/^(?:perhaps|more)/);
  });

  it.each<[string, readonly Written[], readonly Written[]]>([
    ['a colour', [settings('a/gate', { color: 'blue' })], [settings('a/gate', { color: 'green' })]],
    ['an operator group without an operator', [], [group('a')]],
    [
      'an object that stays',
      [object('v1', 'ConfigMap', 'op/kept', {}, { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } })],
      [],
    ],
  ])('but not by %s', (_, before, after) => {
    expect(answerOf(before, after).answer).toBe('none');
  });
});

import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/kubernetes/object.js';
import { clusterSetting } from '../../src/risks/cluster-setting.js';
import { namespace } from '../support/build.js';
import { accessTo } from '../support/states.js';

const object = (apiVersion: string, kind: string, id: string, fields: object = {}): KubernetesObject => {
  const [first = '', second] = id.split('/');
  return { apiVersion, kind, metadata: second === undefined ? { name: first } : { namespace: first, name: second }, ...fields };
};
const told = (after: KubernetesObject, ...before: readonly KubernetesObject[]) =>
  clusterSetting
    .compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), after))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('cluster-setting', () => {
  it.each([
    ['security.openshift.io/v1', 'SecurityContextConstraints', 'a', 'decides which Pods can get out of their container'],
    ['machineconfiguration.openshift.io/v1', 'MachineConfig', 'a', 'decides which files and programs every node has'],
    ['config.openshift.io/v1', 'OAuth', 'cluster', 'decides who can log in as whom'],
    ['v1', 'ConfigMap', 'kube-system/aws-auth', 'decides who is in which group, system:masters among them'],
    [
      'admissionregistration.k8s.io/v1alpha1',
      'MutatingAdmissionPolicy',
      'a',
      'decides how objects of others are changed when they are written',
    ],
  ])('is an error for one of %s, kind %s', (apiVersion, kind, id, decides) => {
    expect(told(object(apiVersion, kind, id))).toEqual([`error: ${kind} ${id} is new and ${decides}`]);
  });

  it('counts a volume on a node, and a token for joining the cluster', () => {
    expect(told(object('v1', 'PersistentVolume', 'a', { spec: { hostPath: { path: '/' } } }))).toHaveLength(1);
    expect(told(object('v1', 'PersistentVolume', 'a', { spec: { csi: {} } }))).toEqual([]);
    expect(told(object('v1', 'Secret', 'kube-system/a', { type: 'bootstrap.kubernetes.io/token' }))).toHaveLength(1);
  });

  it.each([
    ['argocd-cm', { 'oidc.config': 'issuer: https://evil' }, 'error'],
    ['argocd-cm', { 'accounts.mallory': 'login' }, 'error'],
    ['argocd-cm', { 'kustomize.buildOptions': '--enable-exec' }, 'error'],
    ['argocd-cm', { 'resource.customizations': 'a' }, 'warning'],
    ['argocd-cmd-params-cm', { 'server.disable.auth': 'true' }, 'error'],
    ['argocd-cmd-params-cm', { 'server.log.level': 'debug' }, 'warning'],
  ])('goes by the key in %s: %j', (name, data, severity) => {
    const before = object('v1', 'ConfigMap', `argocd/${name}`, { data: { 'accounts.alice': 'login' } });
    const after = { ...before, data: { 'accounts.alice': 'login', ...data } };
    expect(told(after, before)?.[0]).toMatch(new RegExp(`^${severity}: `));
  });

  it('is an error for the password of admin in Argo CD, and nothing for its Secret without one', () => {
    expect(told(object('v1', 'Secret', 'argocd/argocd-secret', { stringData: { 'admin.password': 'a' } }))).toHaveLength(1);
    expect(told(object('v1', 'Secret', 'argocd/argocd-secret'))).toEqual([]);
  });

  it('tells of one that changes in more than its labels', () => {
    const before = object('v1', 'ConfigMap', 'kube-system/aws-auth', { data: { a: '1' } });
    expect(told({ ...before, data: { a: '2' } }, before)).toEqual([
      'error: ConfigMap kube-system/aws-auth is changed and decides who is in which group, system:masters among them',
    ]);
    expect(told({ ...before, metadata: { ...before.metadata, labels: { a: 'b' } } }, before)).toEqual([]);
  });

  it('warns of a Namespace whose Pods are checked less, and of an account with an identity of the cloud', () => {
    const label = 'pod-security.kubernetes.io/enforce';
    expect(told(namespace('a'), namespace('a', { [label]: 'restricted' }))).toEqual([
      `warning: Namespace a has no longer ${label}=restricted, which decides which Pods Pod Security lets into the namespace`,
    ]);
    expect(told(namespace('a', { [label]: 'restricted' }), namespace('a'))).toEqual([]);
    const account = object('v1', 'ServiceAccount', 'op/a');
    const annotated = { ...account, metadata: { ...account.metadata, annotations: { 'eks.amazonaws.com/role-arn': 'arn' } } };
    expect(told(annotated, account)).toEqual([
      'warning: ServiceAccount op/a has eks.amazonaws.com/role-arn=arn, which decides which role of the cloud its Pods have',
    ]);
  });
});

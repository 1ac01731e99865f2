import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { tokenMounted } from '../../../../src/review/rules/changed/accounts-used.js';
import { namespace } from '../../../support/build.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const TOKEN: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'token', namespace: 'op', annotations: { 'kubernetes.io/service-account.name': 'ci' } },
  type: 'kubernetes.io/service-account-token',
};
const pod = (spec: object): KubernetesObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'op' }, spec });
const WAYS: readonly (readonly [string, object])[] = [
  ['a volume', { volumes: [{ name: 'v', secret: { secretName: 'token' } }], containers: [] }],
  ['a projected volume', { volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 'token' } }] } }], containers: [] }],
  ['a variable', { containers: [{ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'token', key: 'token' } } }] }] }],
  ['all its variables', { containers: [{ envFrom: [{ secretRef: { name: 'token' } }] }] }],
];
/** With the token Secret of an account that is bound to a role. */
function told(roleName: string, before: readonly KubernetesObject[], ...after: readonly KubernetesObject[]) {
  const access = (objects: readonly KubernetesObject[]) => {
    const { state, ...others } = accessTo(namespace('op'), bind('ci', roleName, 'ServiceAccount op/ci'));
    return accessToWith({ state, ...others }, objects);
  };
  return tokenMounted.compare?.(access(before), access(after)).map(({ message }) => message);
}
function accessToWith(
  { state, ...others }: ReturnType<typeof accessTo>,
  objects: readonly KubernetesObject[],
): ReturnType<typeof accessTo> {
  return { ...others, state: { ...state, objects: [...state.objects, TOKEN], given: [...state.given, TOKEN, ...objects] } };
}

describe('token-mounted of the account of the Pod', () => {
  const runs = (spec: object): KubernetesObject => pod({ serviceAccountName: 'ci', containers: [], ...spec });
  const [off, on, open] = [runs({ automountServiceAccountToken: false }), runs({ automountServiceAccountToken: true }), runs({})];
  const account = (automountServiceAccountToken: boolean): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'ci', namespace: 'op' },
    automountServiceAccountToken,
  });
  const POWERFUL = 'Pod op/p mounts the token of ServiceAccount op/ci, which can do everything in all namespaces';

  it.each<[string, KubernetesObject[], KubernetesObject[]]>([
    ['says so', [off], [on]],
    ['no longer forbids it', [off], [open]],
    ['no longer has an account that forbids it', [open, account(false)], [open, account(true)]],
    ['forbids less than its account', [open, account(false)], [on, account(false)]],
  ])('tells of a Pod that %s', (_, before, after) => {
    expect(told('cluster-admin', before, ...after)).toEqual([POWERFUL]);
    expect(told('view', before, ...after)).toEqual(['Pod op/p mounts the token of ServiceAccount op/ci, which has permissions']);
  });

  it('says nothing of a new Pod, of one that did before, and of one whose account still forbids it', () => {
    expect(told('cluster-admin', [], on)).toEqual([]);
    expect(told('cluster-admin', [open], on)).toEqual([]);
    expect(told('cluster-admin', [on], off)).toEqual([]);
    expect(told('cluster-admin', [off, account(false)], open, account(false))).toEqual([]);
  });

  it('says nothing of an account without permissions', () => {
    const other = (spec: object): KubernetesObject => pod({ serviceAccountName: 'other', containers: [], ...spec });
    expect(told('cluster-admin', [other({ automountServiceAccountToken: false })], other({}))).toEqual([]);
  });
});

describe('token-mounted', () => {
  it.each(WAYS)('tells of a Pod that reads the token of a powerful account by %s', (_, spec) => {
    expect(told('cluster-admin', [], pod(spec))).toEqual([
      'Pod op/p reads Secret op/token, a token of an account that can do everything in all namespaces',
    ]);
  });

  it('says nothing of one that did before, of other Secrets, and of an account that can do little', () => {
    const [[, mounting]] = WAYS as readonly [readonly [string, object]];
    expect(told('cluster-admin', [pod(mounting)], pod(mounting))).toEqual([]);
    expect(told('cluster-admin', [], pod({ volumes: [{ name: 'v', secret: { secretName: 'other' } }], containers: [] }))).toEqual([]);
    expect(told('view', [], pod(mounting))).toEqual([]);
  });

  it('tells of a Secret outside of the input that is named like the token of a powerful account', () => {
    const reading = (secretName: string) => pod({ volumes: [{ name: 'v', secret: { secretName } }], containers: [] });
    expect(told('cluster-admin', [], reading('ci-token-x7k2p'))).toEqual([
      'Pod op/p reads Secret op/ci-token-x7k2p, a token of an account that can do everything in all namespaces',
    ]);
    expect(told('view', [], reading('ci-token-x7k2p'))).toEqual([]);
  });

  it('tells of a Pod that reads a Secret beside the control plane of OpenShift', () => {
    const spec = { volumes: [{ name: 'v', secret: { secretName: 'node-kubeconfigs' } }], containers: [] };
    const inNamespace = (name: string) => ({ ...pod(spec), metadata: { name: 'p', namespace: name } });
    expect(told('view', [], inNamespace('openshift-kube-apiserver'))).toEqual([
      'Pod openshift-kube-apiserver/p reads Secret openshift-kube-apiserver/node-kubeconfigs, which is not in the input: Secrets there hold keys and tokens with which one can do everything',
    ]);
    expect(told('view', [], inNamespace('openshift-logging'))).toEqual([]);
  });
});

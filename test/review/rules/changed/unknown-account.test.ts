import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { unknownAccount } from '../../../../src/review/rules/changed/accounts-used.js';
import { namespace } from '../../../support/build.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const pod = (serviceAccountName?: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'op' },
  spec: { ...(serviceAccountName === undefined ? {} : { serviceAccountName }), containers: [{ name: 'a', image: 'a' }] },
});
const account = (name: string): KubernetesObject => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'op' } });
const told = (before: readonly KubernetesObject[], ...after: readonly KubernetesObject[]) =>
  unknownAccount.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after)).map(({ message }) => message);

describe('unknown-account', () => {
  it('tells of a Pod that runs as an account of elsewhere, and of one that does so from now on', () => {
    const message = 'Pod op/p runs as ServiceAccount op/ci, which is not in the input: what it can do is not known';
    expect(told([], pod('ci'))).toEqual([message]);
    expect(told([pod()], pod('ci'))).toEqual([message]);
  });

  it('says nothing of one that did before, of default, and of an account that is declared or bound', () => {
    expect(told([pod('ci')], pod('ci'))).toEqual([]);
    expect(told([], pod())).toEqual([]);
    expect(told([], pod('ci'), account('ci'))).toEqual([]);
    expect(told([], pod('ci'), bind('op/b', 'view', 'ServiceAccount op/ci'))).toEqual([]);
  });

  it('leaves powerful accounts to the rule that says what they can do', () => {
    const ofKubeSystem = { ...pod('clusterrole-aggregation-controller'), metadata: { name: 'p', namespace: 'kube-system' } };
    expect(told([], ofKubeSystem)).toEqual([]);
  });
});

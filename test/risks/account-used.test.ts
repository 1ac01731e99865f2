import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/kubernetes/object.js';
import { accountUsed } from '../../src/risks/account-used.js';
import { namespace } from '../support/build.js';
import { bind } from '../support/rbac-in-short.js';
import { accessTo } from '../support/states.js';

const pod = (place: string, serviceAccountName: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: place },
  spec: { serviceAccountName, containers: [{ name: 'a', image: 'a' }] },
});
const POWERFUL = bind('b', 'cluster-admin', 'ServiceAccount op/powerful');
const told = (after: KubernetesObject, ...before: readonly KubernetesObject[]) =>
  accountUsed
    .compare?.(accessTo(namespace('op'), POWERFUL, ...before), accessTo(namespace('op'), POWERFUL, after))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('account-used', () => {
  it('tells of a Pod that runs as a powerful account', () => {
    expect(told(pod('op', 'powerful'))).toEqual([
      'error: Pod op/p runs as ServiceAccount op/powerful, which can do everything in all namespaces',
    ]);
    expect(told(pod('op', 'powerful'), pod('op', 'other'))).toHaveLength(1);
  });

  it('tells of the account of a controller in kube-system', () => {
    expect(told(pod('kube-system', 'clusterrole-aggregation-controller'))).toEqual([
      'error: Pod kube-system/p runs as ServiceAccount kube-system/clusterrole-aggregation-controller, which can escalate clusterroles.rbac.authorization.k8s.io in all namespaces',
    ]);
  });

  it('tells of any kind that names an account', () => {
    const workflow = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Workflow',
      metadata: { name: 'w', namespace: 'op' },
      spec: { serviceAccountName: 'powerful', templates: [] },
    };
    expect(told(workflow)).toEqual([
      'error: Workflow op/w runs as ServiceAccount op/powerful, which can do everything in all namespaces (spec.serviceAccountName)',
    ]);
  });

  it('says nothing of other accounts, and of what ran so before', () => {
    expect(told(pod('op', 'default'))).toEqual([]);
    expect(told(pod('other', 'powerful'))).toEqual([]);
    expect(told(pod('op', 'powerful'), pod('op', 'powerful'))).toEqual([]);
  });
});

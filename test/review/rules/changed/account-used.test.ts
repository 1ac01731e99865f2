import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import { accountUsed } from '../../../../src/review/rules/changed/accounts-used.js';
import { csv, group, namespace } from '../../../support/build.js';
import { bind, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

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

  it('tells of one without a namespace, wherever an Application puts it', () => {
    const application: KubernetesObject = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'apps', namespace: 'argocd' },
      spec: { destination: { namespace: 'op' } },
    };
    const { namespace: _, ...metadata } = pod('op', 'powerful').metadata;
    const states = [[], [{ ...pod('op', 'powerful'), metadata }]].map((more) => accessTo(namespace('op'), POWERFUL, application, ...more));
    expect(accountUsed.compare?.(states[0] as never, states[1] as never).map(({ message }) => message)).toEqual([
      'Pod p runs as ServiceAccount op/powerful, which can do everything in all namespaces',
    ]);
  });

  it('says nothing of other accounts, and of what ran so before', () => {
    expect(told(pod('op', 'default'))).toEqual([]);
    expect(told(pod('other', 'powerful'))).toEqual([]);
    expect(told(pod('op', 'powerful'), pod('op', 'powerful'))).toEqual([]);
  });

  describe('by the Deployments of operators', () => {
    const operator = (id: string, deployments: Readonly<Record<string, string>>, asks: Readonly<Record<string, PolicyRule[]>>) =>
      csv(`op/${id}`, {
        spec: {
          install: {
            strategy: 'deployment',
            spec: {
              deployments: Object.entries(deployments).map(([name, serviceAccountName]) => ({
                name,
                spec: { template: { spec: { serviceAccountName, containers: [{ name, image: name }] } } },
              })),
              clusterPermissions: Object.entries(asks).map(([serviceAccountName, rules]) => ({ serviceAccountName, rules })),
            },
          },
        },
      });
    const ALL = [rule('*', '*', '*')];
    const FEW = [rule('get', 'configmaps')];
    const GROUP = [namespace('op'), group('op/global')];
    const toldOf = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
      accountUsed.compare?.(accessTo(...GROUP, ...before), accessTo(...GROUP, ...after)).map(({ message }) => message);
    const text = (runner: string) => `Deployment op/${runner} runs as ServiceAccount op/strong, which can do everything in all namespaces`;

    it('tells of one that changes to a stronger account of its own operator, also in an upgrade', () => {
      const asks = { strong: ALL, weak: FEW };
      const before = operator('a.v1', { one: 'strong', two: 'weak' }, asks);
      expect(toldOf([before], [operator('a.v1', { one: 'strong', two: 'strong' }, asks)])).toEqual([text('two')]);
      expect(toldOf([before], [operator('a.v2', { one: 'strong', two: 'strong' }, asks)])).toEqual([text('two')]);
      expect(toldOf([operator('a.v1', { two: 'weak' }, asks)], [operator('a.v2', { new: 'strong' }, asks)])).toEqual([text('new')]);
    });

    it('tells of one on an account that another operator asks permissions for, even if its own does so, too', () => {
      const strong = operator('a.v1', { one: 'strong' }, { strong: ALL });
      expect(toldOf([strong], [strong, operator('b.v1', { two: 'strong' }, { strong: FEW })])).toEqual([text('two')]);
      expect(toldOf([strong], [strong, operator('b.v1', { two: 'strong' }, { weak: FEW })])).toEqual([text('two')]);
    });

    it('says nothing of a new operator, and of one whose account only has another name', () => {
      const strong = operator('a.v1', { one: 'strong' }, { strong: ALL });
      expect(toldOf([], [strong])).toEqual([]);
      expect(toldOf([operator('a.v1', { one: 'old' }, { old: ALL })], [strong])).toEqual([]);
      expect(toldOf([strong], [operator('a.v2', { one: 'strong', two: 'strong' }, { strong: ALL })])).toEqual([]);
    });
  });
});

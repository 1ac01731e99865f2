import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import { accountInTenantNamespace } from '../../../../src/review/rules/held/account-in-tenant-namespace.js';
import { csv, group, namespace } from '../../../support/build.js';
import { said } from '../../../support/held-rule.js';
import { asking } from '../../../support/permissions.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const operator = (...rules: readonly PolicyRule[]) => [
  namespace('team'),
  group('team/group', { targets: ['team'] }),
  csv('team/etcd.v1', asking({ clusterPermissions: [{ serviceAccountName: 'manager', rules }] })),
];

describe('account-in-tenant-namespace', () => {
  it('tells of an editor beside an operator with rights in the whole cluster', () => {
    expect(accountInTenantNamespace.find?.(accessTo(...operator(rule('get', 'secrets')), bind('team/devs', 'edit', 'Group devs')))).toEqual(
      [
        {
          severity: 'error',
          subject: { kind: 'ServiceAccount', namespace: 'team', name: 'manager' },
          message: 'Group devs can run Pods or commands in team as ServiceAccount team/manager, which has permissions in all namespaces',
          path: wayOf(
            'Group devs → RoleBinding devs → ClusterRole edit → a Pod or token of ServiceAccount team/manager → permissions in all namespaces',
          ),
          fix: 'move the operator from team to a namespace where only cluster administrators can create Pods',
          place: { file: 'ClusterServiceVersion/team/etcd.v1/spec/install/spec/clusterPermissions/0/rules/0' },
          identity: ['Group devs'],
        },
      ],
    );
  });

  it('names the other namespaces where the operator has rights', () => {
    const permissions = [{ serviceAccountName: 'manager', rules: [rule('get', 'pods')] }];
    const objects = [
      ...['team', 'a', 'b'].map((name) => namespace(name)),
      group('team/group', { targets: ['a', 'b'] }),
      csv('team/etcd.v1', asking({ permissions })),
      bind('team/devs', 'admin', 'User eve'),
    ];
    expect(said(accountInTenantNamespace, ...objects)).toEqual([
      'error: User eve can run Pods or commands in team as ServiceAccount team/manager, which has permissions in a and b',
    ]);
  });

  it('tells of an editor beside an account of no operator that can do everything, and not beside one that cannot', () => {
    const devs = [namespace('team'), bind('team/devs', 'edit', 'Group devs')];
    expect(said(accountInTenantNamespace, ...devs, bind('ci', 'cluster-admin', 'ServiceAccount team/ci'))).toEqual([
      'error: Group devs can run Pods or commands in team as ServiceAccount team/ci, which has permissions in all namespaces',
    ]);
    expect(said(accountInTenantNamespace, ...devs, bind('ci', 'view', 'ServiceAccount team/ci'))).toEqual([]);
    expect(said(accountInTenantNamespace, ...devs, bind('ci', 'cluster-admin', 'ServiceAccount team/ci', 'Group devs'))).toEqual([]);
    expect(
      said(
        accountInTenantNamespace,
        namespace('team'),
        bind('ci', 'cluster-admin', 'ServiceAccount team/ci'),
        bind('team/ci', 'edit', 'ServiceAccount team/ci'),
      ),
    ).toEqual([]);
  });

  it('counts all accounts of a namespace together', () => {
    const devs = [namespace('team'), bind('team/devs', 'edit', 'Group devs')];
    expect(said(accountInTenantNamespace, ...devs, bind('all', 'cluster-admin', 'Group system:serviceaccounts:team'))).toEqual([
      'error: Group devs can run Pods or commands in team as Group system:serviceaccounts:team, which has permissions in all namespaces',
    ]);
  });

  it.each([[], ['token']])('counts who reads a Secret with a token of the account, named %s', (...names) => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'token', namespace: 'team', annotations: { 'kubernetes.io/service-account.name': 'ci' } },
      type: 'kubernetes.io/service-account-token',
    };
    const readers = [role('team/r', [rule('get', 'secrets', '', names)]), bind('team/b', 'Role/r', 'Group devs')];
    const ci = bind('ci', 'cluster-admin', 'ServiceAccount team/ci');
    const find = (...others: readonly (typeof ci)[]) => {
      const access = accessTo(namespace('team'), ci, ...readers);
      return accountInTenantNamespace.find?.({ ...access, state: { ...access.state, objects: [...access.state.objects, ...others] } });
    };
    expect(find(secret)).toHaveLength(1);
    expect(find()).toEqual([]);
  });

  it.each([
    ['create', 'pods'],
    ['get', 'pods/exec'],
    ['create get', 'secrets'],
    ['patch', 'pods/ephemeralcontainers'],
    ['create', 'pods/exec'],
    ['create', 'serviceaccounts/token'],
    ['impersonate', 'serviceaccounts'],
  ])('counts a role of the input that allows to %s %s', (verb, resource) => {
    const tenant = [role('team/r', [rule(verb, resource)]), bind('team/b', 'Role/r', 'ServiceAccount team/ci')];
    expect(said(accountInTenantNamespace, ...operator(rule('get', 'secrets')), ...tenant)).toEqual([
      'error: ServiceAccount team/ci can run Pods or commands in team as ServiceAccount team/manager, which has permissions in all namespaces',
    ]);
  });

  it('says nothing of readers, nor of editors of other namespaces', () => {
    const others = [bind('team/readers', 'view', 'User bob'), bind('other/devs', 'edit', 'User eve')];
    expect(said(accountInTenantNamespace, ...operator(rule('get', 'secrets')), ...others)).toEqual([]);
  });

  it('says nothing of an operator that only asks who somebody is', () => {
    const reviews = [
      rule('create', 'tokenreviews', 'authentication.k8s.io'),
      rule('create', 'subjectaccessreviews', 'authorization.k8s.io'),
    ];
    expect(said(accountInTenantNamespace, ...operator(...reviews), bind('team/devs', 'edit', 'User eve'))).toEqual([]);
  });

  it('says nothing of an operator without rights elsewhere', () => {
    expect(said(accountInTenantNamespace, ...operator(), bind('team/devs', 'edit', 'User eve'))).toEqual([]);
  });
});

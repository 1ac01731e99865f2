import { describe, expect, it } from 'vitest';
import { allRights } from '../../../../src/review/rules/held/wildcards.js';
import { RISK_RULES } from '../../../../src/review/rules/index.js';
import { csv, group, namespace } from '../../../support/build.js';
import { said, saidOf, saidOfAccountIn } from '../../../support/held-rule.js';
import { asking } from '../../../support/permissions.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const EVERYTHING = rule('*', '*', '*');

describe('all-rights', () => {
  it('tells of three wildcards in a CSV, and where they stand', () => {
    const clusterPermissions = [{ serviceAccountName: 'manager', rules: [EVERYTHING] }];
    expect(allRights.find?.(accessTo(namespace('op'), group('op/group'), csv('op/etcd.v1', asking({ clusterPermissions }))))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'ServiceAccount', namespace: 'op', name: 'manager' },
        message: 'ServiceAccount op/manager can do everything in all namespaces',
        path: wayOf(
          /^ServiceAccount op\/manager → ClusterRole and ClusterRoleBinding etcd\.v1-\w+ → spec\.install\.spec\.clusterPermissions\[0\]\.rules\[0\] of ClusterServiceVersion op\/etcd\.v1 → do everything$/,
        ),
        fix: 'list the API groups, resources and verbs that are needed in spec.install.spec.clusterPermissions[0].rules[0] of ClusterServiceVersion op/etcd.v1 instead of the wildcards',
        place: { file: 'ClusterServiceVersion/op/etcd.v1/spec/install/spec/clusterPermissions/0/rules/0' },
        permissions: ['* *.*'],
        scope: 'cluster',
        identity: ['cluster'],
      },
    ]);
  });

  it('tells of cluster-admin, and points at the binding', () => {
    expect(allRights.find?.(accessTo(bind('ops', 'cluster-admin', 'Group ops')))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'Group', name: 'ops' },
        message: 'Group ops can do everything in all namespaces',
        path: wayOf('Group ops → ClusterRoleBinding ops → ClusterRole cluster-admin → do everything'),
        fix: 'bind a role with fewer permissions in ClusterRoleBinding ops',
        place: { file: 'ClusterRoleBinding/ops' },
        permissions: ['* *.*'],
        scope: 'cluster',
        identity: ['cluster'],
      },
    ]);
  });

  it('is a warning for an account in a namespace of others, and a note in its own', () => {
    expect(saidOfAccountIn(allRights, 'team', EVERYTHING)).toEqual(['warning: ServiceAccount op/manager can do everything in team']);
    expect(saidOfAccountIn(allRights, 'op', EVERYTHING)).toEqual(['info: ServiceAccount op/manager can do everything in op']);
  });

  it('is the only risk about what its subject holds', () => {
    const access = accessTo(namespace('op'), role('r', [EVERYTHING]), bind('b', 'r', 'ServiceAccount op/manager'));
    expect(RISK_RULES.flatMap((each) => (each.find?.(access) ?? []).map(() => each.id))).toEqual(['all-rights']);
  });

  it('leaves the other namespaces of its subject to the other rules', () => {
    const roles = [role('all', [EVERYTHING]), role('some', [rule('get', 'secrets')])];
    const access = accessTo(...roles, bind('a/b', 'all', 'User eve'), bind('a/c', 'some', 'User eve'), bind('z/c', 'some', 'User eve'));
    expect(RISK_RULES.flatMap((each) => (each.find?.(access) ?? []).map(({ message }) => `${each.id}: ${message}`))).toEqual([
      'all-rights: User eve can do everything in a',
      'secrets-read: User eve can get secrets in z',
    ]);
  });

  it('says nothing of two wildcards, nor of named objects', () => {
    expect(saidOf(allRights, rule('*', '*', ''), rule('get', '*', '*'), rule('*', '*', '*', ['mine']))).toEqual([]);
  });

  it('says nothing of the binding that every cluster has', () => {
    expect(said(allRights, bind('cluster-admin', 'cluster-admin', 'Group system:masters'))).toEqual([]);
    expect(said(allRights, bind('cluster-admin', 'cluster-admin', 'Group system:masters', 'User eve'))).toContain(
      'error: User eve can do everything in all namespaces',
    );
  });
});

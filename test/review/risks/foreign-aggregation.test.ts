import { describe, expect, it } from 'vitest';
import { foreignAggregation } from '../../../src/review/risks/foreign-aggregation.js';
import { csv, group, namespace } from '../../support/build.js';
import { said } from '../../support/held-rule.js';
import { role, rule } from '../../support/rbac-in-short.js';
import { accessTo } from '../../support/review-side.js';

const label = (name: string) => ({ [`rbac.authorization.k8s.io/aggregate-to-${name}`]: 'true' });

describe('foreign-aggregation', () => {
  it('tells of Secrets in view, which edit and admin collect with it', () => {
    expect(foreignAggregation.find?.(accessTo(role('extra', [rule('get list', 'secrets')], label('view'))))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'ClusterRole', name: 'extra' },
        message: 'ClusterRole extra lets everyone who holds admin, edit or view get and list secrets, wherever they hold it',
        path: 'whoever holds admin, edit or view → aggregates ClusterRole extra → rules[0] of ClusterRole extra → get and list secrets',
        fix: 'take the aggregation labels off ClusterRole extra, and bind it to those who need it',
        place: { file: 'ClusterRole/extra/rules/0' },
        identity: ['admin', 'edit', 'view'],
      },
    ]);
  });

  it('is a warning where the rights lead no further', () => {
    expect(said(foreignAggregation, role('extra', [rule('patch', 'namespaces')], label('admin')))).toEqual([
      'warning: ClusterRole extra lets everyone who holds admin patch namespaces, wherever they hold it',
    ]);
  });

  it('is an error where admin learns to escalate', () => {
    expect(said(foreignAggregation, role('extra', [rule('escalate', 'roles', 'rbac.authorization.k8s.io')], label('admin')))).toEqual([
      'error: ClusterRole extra lets everyone who holds admin escalate roles, wherever they hold it',
    ]);
  });

  it('counts the role of an OperatorGroup', () => {
    const extra = role('extra', [rule('get', 'secrets')], { 'olm.opgroup.permissions/aggregate-to-view': 'group' });
    expect(said(foreignAggregation, namespace('op'), group('op/group'), extra)).toEqual([
      'error: ClusterRole extra lets everyone who holds group-view get secrets, wherever they hold it',
    ]);
  });

  it('says nothing of the roles that are rendered for the API of an operator', () => {
    const objects = [namespace('op'), group('op/group'), csv('op/etcd.v1', { owns: ['Etcd.v1.example.com'] })];
    expect(said(foreignAggregation, ...objects)).toEqual([]);
  });

  it("says nothing of custom resources, nor of Kubernetes' own roles", () => {
    expect(said(foreignAggregation, role('extra', [rule('*', '*', 'example.com')], label('view')))).toEqual([]);
  });

  it('says nothing of a role that no role of people collects', () => {
    expect(said(foreignAggregation, role('extra', [rule('get', 'secrets')], label('monitoring')))).toEqual([]);
  });
});

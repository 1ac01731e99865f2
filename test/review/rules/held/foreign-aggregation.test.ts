import { describe, expect, it } from 'vitest';
import { pathText } from '../../../../src/report/steps.js';
import { whoCan } from '../../../../src/review/questions/who-can.js';
import { accessOf } from '../../../../src/review/rules/access/access.js';
import { foreignAggregation } from '../../../../src/review/rules/held/aggregated-rights.js';
import { csv, group, namespace } from '../../../support/build.js';
import { said } from '../../../support/held-rule.js';
import { role, rule } from '../../../support/rbac-in-short.js';
import { accessTo, stateOf } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const label = (name: string) => ({ [`rbac.authorization.k8s.io/aggregate-to-${name}`]: 'true' });

describe('foreign-aggregation', () => {
  it('tells of Secrets in view, which edit and admin collect with it', () => {
    expect(foreignAggregation.find?.(accessTo(role('extra', [rule('get list', 'secrets')], label('view'))))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'ClusterRole', name: 'extra' },
        message: 'ClusterRole extra lets anyone bound to admin, edit or view get and list secrets, wherever it is bound',
        path: wayOf(
          'anyone bound to admin, edit or view → aggregates ClusterRole extra → rules[0] of ClusterRole extra → get and list secrets',
        ),
        fix: 'remove the aggregation labels from ClusterRole extra, and bind it to those who need it',
        place: { file: 'ClusterRole/extra/rules/0' },
        identity: ['admin', 'edit', 'view'],
      },
    ]);
  });

  it('tells every step, and whose labels bring the rights there', () => {
    const mid = {
      ...role('mid', [], label('admin')),
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'to-mid': 'true' } }] },
    };
    const leaf = role('leaf', [rule('get', 'nodes')], { 'to-mid': 'true' });
    const state = stateOf(mid, leaf);
    const [found] = foreignAggregation.find?.(accessOf(state)) ?? [];
    expect(found).toMatchObject({
      subject: { kind: 'ClusterRole', name: 'leaf' },
      path: wayOf(
        'anyone bound to admin → aggregates ClusterRole mid → aggregates ClusterRole leaf → rules[0] of ClusterRole leaf → get nodes',
      ),
      fix: 'remove the aggregation labels from ClusterRole mid, and bind it to those who need it',
    });
    const who = whoCan(state, { verb: 'get', apiGroup: '', resource: 'nodes' }).find(({ subject }) => subject.name === 'admin');
    expect(who?.paths.map(pathText)).toEqual(['ClusterRole admin → ClusterRole mid → ClusterRole leaf']);
  });

  it('is a warning where the rights lead no further', () => {
    expect(said(foreignAggregation, role('extra', [rule('patch', 'namespaces')], label('admin')))).toEqual([
      'warning: ClusterRole extra lets anyone bound to admin patch namespaces, wherever it is bound',
    ]);
  });

  it('is an error where admin learns to escalate', () => {
    expect(said(foreignAggregation, role('extra', [rule('escalate', 'roles', 'rbac.authorization.k8s.io')], label('admin')))).toEqual([
      'error: ClusterRole extra lets anyone bound to admin escalate roles.rbac.authorization.k8s.io, wherever it is bound',
    ]);
  });

  it('counts the role of an OperatorGroup', () => {
    const extra = role('extra', [rule('get', 'secrets')], { 'olm.opgroup.permissions/aggregate-to-view': 'group' });
    expect(said(foreignAggregation, namespace('op'), group('op/group'), extra)).toEqual([
      'error: ClusterRole extra lets anyone bound to group-view get secrets, wherever it is bound',
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

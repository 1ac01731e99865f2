import { describe, expect, it } from 'vitest';
import { olmWrite } from '../../../../src/review/rules/held/admission.js';
import { said, saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const GROUP = 'operators.coreos.com';

describe('olm-write', () => {
  testsOfHeldRule(olmWrite, rule('create', 'subscriptions', GROUP));

  it('is an error in the whole cluster', () => {
    expect(saidOf(olmWrite, rule('create update', 'operatorgroups subscriptions', GROUP))).toEqual([
      'error: ServiceAccount op/manager can create and update operatorgroups.operators.coreos.com and subscriptions.operators.coreos.com in all namespaces',
    ]);
  });

  it('is an error in one namespace too, since OLM installs with its own rights', () => {
    expect(saidOfAccountIn(olmWrite, 'op', rule('create', 'catalogsources', GROUP))).toEqual([
      'error: ServiceAccount op/manager can create catalogsources.operators.coreos.com in op',
    ]);
    expect(said(olmWrite, role('team/r', [rule('patch', 'clusterserviceversions', GROUP)]), bind('team/b', 'Role/r', 'User eve'))).toEqual([
      'error: User eve can patch clusterserviceversions.operators.coreos.com in team',
    ]);
  });

  it('tells of edit that learns it by aggregation', () => {
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' };
    const access = accessTo(
      role('aggregate-olm-edit', [rule('create', 'subscriptions', GROUP)], labels),
      bind('team/b', 'edit', 'User eve'),
    );
    expect(olmWrite.find?.(access)).toEqual([
      {
        severity: 'error',
        subject: { kind: 'ClusterRole', name: 'aggregate-olm-edit' },
        message:
          'ClusterRole aggregate-olm-edit lets anyone bound to admin or edit create subscriptions.operators.coreos.com, wherever it is bound',
        path: wayOf(
          'anyone bound to admin or edit → aggregates ClusterRole aggregate-olm-edit → rules[0] of ClusterRole aggregate-olm-edit → create subscriptions.operators.coreos.com',
        ),
        fix: 'remove the aggregation labels from ClusterRole aggregate-olm-edit, or set spec.serviceAccountName of the OperatorGroups of tenants',
        place: { file: 'ClusterRole/aggregate-olm-edit/rules/0' },
        identity: ['admin', 'edit'],
      },
    ]);
  });

  it('says nothing of reading, deleting, and named objects', () => {
    const named = rule('patch', 'clusterserviceversions', GROUP, ['etcd.v1']);
    expect(saidOf(olmWrite, rule('get list watch delete', 'subscriptions operatorgroups', GROUP), named)).toEqual([]);
  });
});

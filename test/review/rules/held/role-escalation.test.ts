import { describe, expect, it } from 'vitest';
import { roleEscalation } from '../../../../src/review/rules/held/grants.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('role-escalation', () => {
  testsOfHeldRule(roleEscalation, rule('bind', 'clusterroles', 'rbac.authorization.k8s.io'));

  it('counts all verbs', () => {
    expect(saidOf(roleEscalation, rule('*', 'roles', 'rbac.authorization.k8s.io'))).toEqual([
      'error: ServiceAccount op/manager can bind and escalate roles.rbac.authorization.k8s.io in all namespaces',
    ]);
  });

  it('counts binding a named role that may do everything', () => {
    expect(saidOf(roleEscalation, rule('bind', 'clusterroles', 'rbac.authorization.k8s.io', ['cluster-admin']))).toEqual([
      'error: ServiceAccount op/manager can bind clusterroles.rbac.authorization.k8s.io named cluster-admin in the whole cluster',
    ]);
  });

  it('says nothing of binding a named role that may do less, or is not there', () => {
    expect(saidOf(roleEscalation, rule('bind', 'clusterroles', 'rbac.authorization.k8s.io', ['view', 'absent']))).toEqual([]);
  });

  it('is a note in the own namespace', () => {
    expect(saidOfAccountIn(roleEscalation, 'op', rule('escalate', 'roles', 'rbac.authorization.k8s.io'))).toEqual([
      'info: ServiceAccount op/manager can escalate roles.rbac.authorization.k8s.io in op',
    ]);
  });

  it('says nothing of writing roles, which Kubernetes checks', () => {
    expect(saidOf(roleEscalation, rule('create update patch', 'clusterroles roles', 'rbac.authorization.k8s.io'))).toEqual([]);
  });
});

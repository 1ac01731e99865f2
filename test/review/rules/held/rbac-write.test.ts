import { describe, expect, it } from 'vitest';
import { rbacWrite } from '../../../../src/review/rules/held/grants.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('rbac-write', () => {
  testsOfHeldRule(rbacWrite, rule('create', 'clusterrolebindings', 'rbac.authorization.k8s.io'));

  it('is a warning in the whole cluster', () => {
    expect(saidOf(rbacWrite, rule('create patch', 'clusterrolebindings rolebindings', 'rbac.authorization.k8s.io'))).toEqual([
      'warning: ServiceAccount op/manager can create and patch clusterrolebindings.rbac.authorization.k8s.io and rolebindings.rbac.authorization.k8s.io in all namespaces',
    ]);
  });

  it('is a note in namespaces', () => {
    expect(saidOfAccountIn(rbacWrite, 'team', rule('create', 'rolebindings', 'rbac.authorization.k8s.io'))).toEqual([
      'info: ServiceAccount op/manager can create rolebindings.rbac.authorization.k8s.io in team',
    ]);
  });

  it('says nothing of reading and deleting', () => {
    expect(saidOf(rbacWrite, rule('get list watch delete', 'clusterrolebindings rolebindings', 'rbac.authorization.k8s.io'))).toEqual([]);
  });

  it('counts those of OpenShift', () => {
    expect(saidOf(rbacWrite, rule('create', 'clusterrolebindings', 'authorization.openshift.io'))).toEqual([
      'warning: ServiceAccount op/manager can create clusterrolebindings.authorization.openshift.io in the whole cluster',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { rbacWrite } from '../../../src/review/risks/rbac-write.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../support/held-rule.js';
import { rule } from '../../support/rbac-in-short.js';

describe('rbac-write', () => {
  testsOfHeldRule(rbacWrite, rule('create', 'clusterrolebindings', 'rbac.authorization.k8s.io'));

  it('is a warning in the whole cluster', () => {
    expect(saidOf(rbacWrite, rule('create patch', 'clusterrolebindings rolebindings', 'rbac.authorization.k8s.io'))).toEqual([
      'warning: ServiceAccount op/manager may create and patch clusterrolebindings and rolebindings in all namespaces',
    ]);
  });

  it('is a note in namespaces', () => {
    expect(saidOfAccountIn(rbacWrite, 'team', rule('create', 'rolebindings', 'rbac.authorization.k8s.io'))).toEqual([
      'info: ServiceAccount op/manager may create rolebindings in team',
    ]);
  });

  it('says nothing of reading and deleting', () => {
    expect(saidOf(rbacWrite, rule('get list watch delete', 'clusterrolebindings rolebindings', 'rbac.authorization.k8s.io'))).toEqual([]);
  });
});

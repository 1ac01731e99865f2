import { describe, expect, it } from 'vitest';
import { impersonation } from '../../../../src/review/rules/held/grants.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('impersonation', () => {
  testsOfHeldRule(impersonation, rule('impersonate', 'users'));

  it('says nothing of a Role over users, which gives nothing', () => {
    expect(saidOfAccountIn(impersonation, 'team', rule('impersonate', 'users groups'))).toEqual([]);
  });

  it('counts accounts of a namespace', () => {
    expect(saidOfAccountIn(impersonation, 'team', rule('impersonate', 'serviceaccounts'))).toEqual([
      'warning: ServiceAccount op/manager can impersonate serviceaccounts in team',
    ]);
  });

  it('counts the named group system:masters', () => {
    expect(saidOf(impersonation, rule('impersonate', 'groups', '', ['system:masters']))).toEqual([
      'error: ServiceAccount op/manager can impersonate groups named system:masters in the whole cluster',
    ]);
  });

  it('says nothing of other named users', () => {
    expect(saidOf(impersonation, rule('impersonate', 'users', '', ['jane']))).toEqual([]);
  });

  it.each([
    ['impersonate:user-info', 'users groups'],
    ['impersonate:arbitrary-node', 'nodes'],
    ['impersonate:serviceaccount', 'serviceaccounts'],
  ])('counts the verb %s of constrained impersonation', (verb, resources) => {
    expect(saidOf(impersonation, rule(verb, resources, 'authentication.k8s.io'))).toEqual([
      expect.stringContaining(`error: ServiceAccount op/manager can ${verb}`),
    ]);
    expect(saidOf(impersonation, rule(verb, resources))).toEqual([]);
  });
});

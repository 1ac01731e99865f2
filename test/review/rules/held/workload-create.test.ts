import { describe, expect, it } from 'vitest';
import { workloadCreate } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('workload-create', () => {
  testsOfHeldRule(workloadCreate, rule('create', 'pods'));

  it('is an error in the whole cluster', () => {
    expect(saidOf(workloadCreate, rule('create', 'pods'), rule('create update', 'deployments statefulsets', 'apps'))).toEqual([
      'error: ServiceAccount op/manager can create and update deployments.apps and statefulsets.apps and create pods in all namespaces',
    ]);
  });

  it('is a warning for an account outside its namespace', () => {
    expect(saidOfAccountIn(workloadCreate, 'team', rule('create', 'jobs', 'batch'))).toEqual([
      'warning: ServiceAccount op/manager can create jobs.batch in team',
    ]);
  });

  it('is a note for an account in its namespace', () => {
    expect(saidOfAccountIn(workloadCreate, 'op', rule('patch', 'daemonsets', 'apps'))).toEqual([
      'info: ServiceAccount op/manager can patch daemonsets.apps in op',
    ]);
  });

  it('says nothing of updating Pods, which cannot change what they run as', () => {
    expect(saidOf(workloadCreate, rule('update patch delete', 'pods'))).toEqual([]);
  });

  it('looks at the API group', () => {
    expect(saidOf(workloadCreate, rule('create', 'deployments', 'example.com'))).toEqual([]);
  });
});

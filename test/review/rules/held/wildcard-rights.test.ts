import { describe, expect, it } from 'vitest';
import { wildcardRights } from '../../../../src/review/rules/held/wildcards.js';
import { saidOf, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('wildcard-rights', () => {
  testsOfHeldRule(wildcardRights, rule('get', '*'));

  it('names the API groups', () => {
    expect(saidOf(wildcardRights, rule('*', '*', ''), rule('get list', '*', 'apps'))).toEqual([
      'warning: ServiceAccount op/manager can get and list all resources in apps and use all verbs on all resources in the core API group in all namespaces',
    ]);
  });

  it('counts a wildcard for API groups', () => {
    expect(saidOf(wildcardRights, rule('get', '*', '*'))).toEqual([
      'warning: ServiceAccount op/manager can get all resources in all namespaces',
    ]);
  });

  it('leaves three wildcards to all-rights', () => {
    expect(saidOf(wildcardRights, rule('*', '*', '*'))).toEqual([]);
  });

  it("says nothing of groups that are not Kubernetes' own", () => {
    expect(saidOf(wildcardRights, rule('*', '*', 'example.com'))).toEqual([]);
  });

  it('says nothing of all verbs on named resources', () => {
    expect(saidOf(wildcardRights, rule('*', 'configmaps'))).toEqual([]);
  });
});

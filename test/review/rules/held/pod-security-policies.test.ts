import { describe, expect, it } from 'vitest';
import { podSecurityPolicies } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('use', 'podsecuritypolicies', 'policy');

describe('pod-security-policies', () => {
  testsOfHeldRule(podSecurityPolicies, RULE);

  it('is a warning in all namespaces, with the permissions', () => {
    expect(permissionsOfAccount(podSecurityPolicies, RULE)).toEqual(['warning: use podsecuritypolicies.policy']);
  });

  it('is a warning for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(podSecurityPolicies, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(podSecurityPolicies, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of get podsecuritypolicies', () => {
    expect(permissionsOfAccount(podSecurityPolicies, rule('get', 'podsecuritypolicies', 'policy'))).toEqual([]);
  });

  it('counts named ones, whatever they allow', () => {
    expect(permissionsOfAccount(podSecurityPolicies, rule('use', 'podsecuritypolicies', 'policy', ['mine']))).toEqual([
      'warning: use podsecuritypolicies.policy named mine',
    ]);
  });
});

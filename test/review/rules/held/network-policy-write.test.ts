import { describe, expect, it } from 'vitest';
import { networkPolicyWrite } from '../../../../src/review/rules/held/traffic-and-data.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('create', 'networkpolicies', 'networking.k8s.io');

describe('network-policy-write', () => {
  testsOfHeldRule(networkPolicyWrite, RULE);

  it('is a warning for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(networkPolicyWrite, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(networkPolicyWrite, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(networkPolicyWrite, rule('create', 'networkpolicies', 'networking.k8s.io', ['mine']))).toEqual([]);
  });
});

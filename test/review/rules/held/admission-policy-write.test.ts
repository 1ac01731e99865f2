import { describe, expect, it } from 'vitest';
import { admissionPolicyWrite } from '../../../../src/review/rules/held/admission.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('patch', 'validatingadmissionpolicies', 'admissionregistration.k8s.io');

describe('admission-policy-write', () => {
  testsOfHeldRule(admissionPolicyWrite, RULE);

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(admissionPolicyWrite, 'team', RULE)).toEqual([]);
  });

  it('says nothing of named objects', () => {
    expect(
      permissionsOfAccount(admissionPolicyWrite, rule('patch', 'validatingadmissionpolicies', 'admissionregistration.k8s.io', ['mine'])),
    ).toEqual([]);
  });
});

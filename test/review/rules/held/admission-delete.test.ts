import { describe, expect, it } from 'vitest';
import { admissionDelete } from '../../../../src/review/rules/held/admission.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('delete', 'validatingwebhookconfigurations', 'admissionregistration.k8s.io');

describe('admission-delete', () => {
  testsOfHeldRule(admissionDelete, RULE);

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(admissionDelete, 'team', RULE)).toEqual([]);
  });

  it('says nothing of named objects', () => {
    expect(
      permissionsOfAccount(admissionDelete, rule('delete', 'validatingwebhookconfigurations', 'admissionregistration.k8s.io', ['mine'])),
    ).toEqual([]);
  });
});

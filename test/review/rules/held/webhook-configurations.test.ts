import { describe, expect, it } from 'vitest';
import { webhookConfigurations } from '../../../../src/review/rules/held/admission.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('webhook-configurations', () => {
  testsOfHeldRule(webhookConfigurations, rule('create', 'mutatingwebhookconfigurations', 'admissionregistration.k8s.io'));

  it('says nothing of named configurations', () => {
    expect(
      saidOf(webhookConfigurations, rule('patch', 'validatingwebhookconfigurations', 'admissionregistration.k8s.io', ['mine'])),
    ).toEqual([]);
  });

  it('says nothing of a Role, which gives nothing', () => {
    expect(saidOfAccountIn(webhookConfigurations, 'team', rule('*', '*', 'admissionregistration.k8s.io'))).toEqual([]);
  });
});

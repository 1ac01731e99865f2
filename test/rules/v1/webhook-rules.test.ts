import { describe, expect, it } from 'vitest';
import { webhookRulesAreAllowed } from '../../../src/rules/v1/webhook-rules.js';
import { registry, webhook } from '../../support/registry.js';

const refused = (apiGroups: string[], resources: string[], type = 'ValidatingAdmissionWebhook') =>
  webhookRulesAreAllowed(registry({ webhooks: [webhook({ generateName: 'w', type, rules: [{ apiGroups, resources }] })] }));

const PREFIX = 'webhook "w" contains forbidden rule: admission webhook rules cannot reference ';

describe('webhook rules that OLM v1 refuses', () => {
  it('reach all groups or OLM’s', () => {
    expect(refused(['olm.operatorframework.io', '*', 'apps'], ['*'])).toEqual([
      `${PREFIX}API group "olm.operatorframework.io"`,
      `${PREFIX}API group "*"`,
    ]);
  });

  it('reach other webhooks, in any case', () => {
    expect(
      refused(['admissionregistration.k8s.io'], ['ValidatingWebhookConfiguration', 'mutatingwebhookconfigurations', 'x', '*']),
    ).toEqual([
      `${PREFIX}resource "ValidatingWebhookConfiguration" for API group "admissionregistration.k8s.io"`,
      `${PREFIX}resource "mutatingwebhookconfigurations" for API group "admissionregistration.k8s.io"`,
      `${PREFIX}resource "*" for API group "admissionregistration.k8s.io"`,
    ]);
  });

  it('are none of conversion webhooks, nor of v0’s group', () => {
    expect(refused(['*'], ['*'], 'ConversionWebhook')).toEqual([]);
    expect(refused(['operators.coreos.com'], ['*'])).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { webhookRules } from '../../../src/rules/install/webhook-rules.js';
import { registry, webhook } from '../../support/registry.js';

it('webhooks are not asked about all APIs, about OLM’s of either generation, or about webhooks', () => {
  const rule = (apiGroups: string[], resources: string[]) => ({ apiGroups, resources });
  const rules = [
    rule(['apps', '*'], ['x']),
    rule(['operators.coreos.com', 'olm.operatorframework.io'], ['x']),
    rule(['admissionregistration.k8s.io'], ['validatingwebhookconfigurations', 'other', '*']),
  ];
  const refused = webhookRules(registry({ webhooks: [webhook({ rules }), webhook({ type: 'ConversionWebhook', rules })] }));
  expect(refused.map(({ found, at }) => [found, at.at(-1)])).toEqual([
    ['a rule for all API groups', 0],
    ["a rule for OLM's API group operators.coreos.com", 1],
    ["a rule for OLM's API group olm.operatorframework.io", 1],
    ['a rule for validatingwebhookconfigurations of admissionregistration.k8s.io', 2],
    ['a rule for * of admissionregistration.k8s.io', 2],
  ]);
});

import { expect, it } from 'vitest';
import { foreignConversion } from '../../../src/rules/install/foreign-conversion.js';
import { crd, registry, webhook } from '../../support/registry.js';

it('a CRD that a foreign Service converts gets a warning, one that the bundle converts does not', () => {
  const conversion = { strategy: 'Webhook', webhook: { clientConfig: { service: { namespace: 'system', name: 'webhook-service' } } } };
  const crds = [crd('a', { conversion }), crd('b', { conversion }), crd('c', { conversion: { strategy: 'None' } }), crd('d')];
  const bundle = registry({ crds, webhooks: [webhook({ type: 'ConversionWebhook', conversionCRDs: ['a'] })] });
  expect(foreignConversion(bundle, 'ops').map(({ id, severity, message, related }) => [id, severity, message, related])).toEqual([
    [
      'conversion-service-foreign',
      'warning',
      'the CRD b is converted by the Service system/webhook-service, which no webhook definition of the CSV makes: reading its objects in another version fails unless that Service is there',
      [{ kind: 'CustomResourceDefinition', name: 'b' }],
    ],
  ]);
});

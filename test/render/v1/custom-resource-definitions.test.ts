import { expect, it } from 'vitest';
import { customResourceDefinitions } from '../../../src/render/v1/custom-resource-definitions.js';
import { crd, registry, webhook } from '../../support/registry.js';
import { v1Context } from '../../support/v1.js';

it('OLM v1 writes the conversion of the CRDs that a conversion webhook names, port 0 included', () => {
  const { containerPort: _, ...unported } = webhook({ type: 'ConversionWebhook', conversionCRDs: ['b'] });
  const [plain, converted] = customResourceDefinitions(
    v1Context(registry({ crds: [crd('a'), crd('b', { group: 'g' })], webhooks: [unported] })),
  );
  expect(plain).toEqual(crd('a'));
  expect(converted).toEqual({
    ...crd('b'),
    metadata: { name: 'b', annotations: { 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
    spec: {
      group: 'g',
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { namespace: 'ops', name: 'db-service', path: '/', port: 0 } },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  });
});

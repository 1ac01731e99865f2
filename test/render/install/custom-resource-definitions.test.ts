import { expect, it } from 'vitest';
import { certManager } from '../../../src/render/certificates/cert-manager.js';
import { customResourceDefinitions } from '../../../src/render/install/custom-resource-definitions.js';
import { DOCUMENTED_INSTALL } from '../../../src/render/install/documented-rules.js';
import { crd, installation, registry, webhook } from '../../support/registry.js';

it('a CRD that the operator converts says so, and gets the CA of this installation in place of another’s', () => {
  const foreign = {
    ...crd('a', { group: 'g' }),
    metadata: { name: 'a', annotations: { 'cert-manager.io/inject-ca-from': 'system/cert', other: 'x' } },
  };
  const bundle = registry({
    crds: [foreign, crd('b')],
    webhooks: [webhook({ type: 'ConversionWebhook', conversionCRDs: ['a'], webhookPath: '/convert' })],
  });
  const [converted, plain] = customResourceDefinitions({ ...installation(bundle), rules: DOCUMENTED_INSTALL, certificates: certManager() });
  expect(plain).toEqual({ object: crd('b'), manifest: crd('b') });
  expect(converted?.object).toEqual({
    ...foreign,
    metadata: { name: 'a', annotations: { other: 'x', 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
    spec: {
      group: 'g',
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { namespace: 'ops', name: 'db-service', path: '/convert', port: 443 } },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  });
  const [without] = customResourceDefinitions({ ...installation(bundle), rules: DOCUMENTED_INSTALL });
  expect(without?.object.metadata.annotations).toEqual({ other: 'x' });
});

import { expect, it } from 'vitest';
import { certManager } from '../../../src/render/certificates/cert-manager.js';
import { certificates } from '../../../src/render/install/certificates.js';
import { DOCUMENTED_INSTALL } from '../../../src/render/install/documented-rules.js';
import { deployment, installation, registry, webhook } from '../../support/registry.js';

it('each Deployment that serves something has a certificate, and no key is rendered', () => {
  const context = { ...installation(registry({ deployments: [deployment()], webhooks: [webhook()] })), rules: DOCUMENTED_INSTALL };
  expect(certificates(context)).toEqual([]);
  const kinds = certificates({ ...context, certificates: certManager() }).map(({ object }) => object.kind);
  expect(kinds).toEqual(['Issuer', 'Certificate']);
});

import { expect, it } from 'vitest';
import { certificateObjects } from '../../../src/render/v1/certificate-objects.js';
import { registry, webhook } from '../../support/registry.js';
import { v1Context } from '../../support/v1.js';

it('OLM v1 makes the objects of the certificate provider once for each serving Deployment', () => {
  const context = v1Context(registry({ webhooks: [webhook(), webhook({ deploymentName: 'b' }), webhook()] }));
  expect(certificateObjects(context).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Issuer db-service-cert-selfsigned-issuer',
    'Certificate db-service-cert',
    'Issuer b-service-cert-selfsigned-issuer',
    'Certificate b-service-cert',
  ]);
  const { certificates: _, ...without } = context;
  expect(certificateObjects(without)).toEqual([]);
});

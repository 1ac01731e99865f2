import { expect, it } from 'vitest';
import { DOCUMENTED_INSTALL } from '../../../../src/olm/render/install/rules.js';
import { servingDeploymentsOf, servingIn } from '../../../../src/olm/render/install/serving.js';
import { metadataWith } from '../../../../src/olm/render/metadata.js';
import { deployment, installation, registry, webhook } from '../../../support/registry.js';

it('the context of an installation knows what serves webhooks and APIServices, in the order of the Deployments', () => {
  const apiService = { name: 'x', group: 'g', version: 'v1', kind: 'X', deploymentName: 'api' };
  const bundle = registry({
    deployments: ['a', 'api', 'db'].map(deployment),
    webhooks: [webhook(), webhook()],
    ownedAPIServices: [apiService],
  });
  expect(servingDeploymentsOf({ bundle })).toEqual(['api', 'db']);
  expect(servingIn({ ...installation(bundle), rules: DOCUMENTED_INSTALL }, 'db')).toEqual({
    deployment: 'db',
    namespace: 'ops',
    service: 'db-service',
    certificate: 'db-service-cert',
  });
  expect(metadataWith({ name: 'a' })).toEqual({ name: 'a' });
  expect(metadataWith({ name: 'a', labels: { b: 'c' } }, { d: 'e' }, { f: 'g' })).toEqual({
    name: 'a',
    labels: { b: 'c', d: 'e' },
    annotations: { f: 'g' },
  });
});

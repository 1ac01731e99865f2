import { expect, it } from 'vitest';
import { serviceCa } from '../../../src/render/certificates/service-ca.js';
import { services, servingPorts } from '../../../src/render/install/services.js';
import { deployment, installation, registry, webhook } from '../../support/registry.js';
import { OLM_INSTALL } from '../../support/render.js';

it('a Deployment that serves APIServices and webhooks has one Service, with the ports of the APIServices first', () => {
  const apiService = { name: 'x', group: 'g', version: 'v1', kind: 'X', deploymentName: 'db', containerPort: 5443 };
  const bundle = registry({
    deployments: [deployment('other'), deployment()],
    webhooks: [webhook(), webhook()],
    ownedAPIServices: [apiService, apiService],
  });
  expect(servingPorts({ bundle }, 'db')).toEqual([
    { name: '5443', port: 5443, targetPort: 5443 },
    { name: '443', port: 443, targetPort: 9443 },
  ]);
  const [service, ...more] = services({ ...installation(bundle), rules: OLM_INSTALL, certificates: serviceCa });
  expect(more).toEqual([]);
  expect(service?.object).toMatchObject({
    kind: 'Service',
    metadata: {
      name: 'db-service',
      namespace: 'ops',
      labels: { 'olm.managed': 'true' },
      annotations: { 'service.beta.openshift.io/serving-cert-secret-name': 'db-service-cert' },
    },
    spec: { selector: { app: 'db' } },
  });
});

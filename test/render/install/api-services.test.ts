import { expect, it } from 'vitest';
import { serviceCa } from '../../../src/render/certificates/service-ca.js';
import { apiServices } from '../../../src/render/install/api-services.js';
import { DOCUMENTED_INSTALL } from '../../../src/render/install/documented-rules.js';
import { installation, registry } from '../../support/registry.js';

it('each group and version that an operator serves has one APIService, with the CA injected', () => {
  const owned = ['a', 'b'].map((name) => ({
    name,
    group: 'g.example.com',
    version: 'v1',
    kind: 'X',
    deploymentName: 'db',
    containerPort: 5443,
  }));
  const context = { ...installation(registry({ ownedAPIServices: owned })), rules: DOCUMENTED_INSTALL, certificates: serviceCa };
  expect(apiServices({ ...context, config: { annotations: { new: 'x' } } })).toEqual([
    {
      object: {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1.g.example.com', annotations: { new: 'x', 'service.beta.openshift.io/inject-cabundle': 'true' } },
        spec: {
          group: 'g.example.com',
          version: 'v1',
          groupPriorityMinimum: 2000,
          versionPriority: 15,
          service: { namespace: 'ops', name: 'db-service', port: 5443 },
        },
      },
      field: ['spec', 'apiservicedefinitions', 'owned', 0],
    },
  ]);
});

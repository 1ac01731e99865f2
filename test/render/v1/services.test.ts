import { describe, expect, it } from 'vitest';
import { distinctPorts, services, webhookPort } from '../../../src/render/v1/services.js';
import { deployment, registry, webhook } from '../../support/registry.js';
import { v1Context } from '../../support/v1.js';

describe('the Services of OLM v1', () => {
  it('have the ports of a Deployment’s webhooks by number, each once', () => {
    const ports = [webhook({ targetPort: 'https' }), webhook({ containerPort: 80 }), webhook(), webhook(), webhook({ targetPort: '8443' })];
    const bundle = registry({ deployments: [deployment('none'), deployment()], webhooks: ports });
    expect(services(v1Context(bundle))).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'db-service', namespace: 'ops' },
        spec: {
          ports: [
            { name: '80', port: 80, targetPort: 9443 },
            { name: '443', port: 443, targetPort: 'https' },
            { name: '443', port: 443, targetPort: '8443' },
            { name: '443', port: 443, targetPort: 9443 },
          ],
          selector: { app: 'db' },
        },
      },
    ]);
  });

  it('listen on 443 unless told', () => {
    expect(webhookPort({})).toEqual({ name: '443', port: 443, targetPort: 443 });
    expect(webhookPort({ containerPort: 0, targetPort: 1 })).toEqual({ name: '443', port: 443, targetPort: 1 });
    expect(distinctPorts([webhookPort({}), webhookPort({})])).toHaveLength(1);
  });
});

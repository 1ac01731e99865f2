import { describe, expect, it } from 'vitest';
import { serving } from '../../../src/rules/install/serving.js';
import { deployment, registry, webhook } from '../../support/registry.js';

const apiService = { name: 'x', group: 'g', version: 'v1', kind: 'X', deploymentName: 'nobody' };

describe('webhooks and APIServices', () => {
  it('are served by a Deployment of the bundle', () => {
    const bundle = registry({
      deployments: [deployment()],
      webhooks: [webhook(), webhook({ deploymentName: 'gone' })],
      ownedAPIServices: [apiService],
    });
    expect(serving(bundle).map(({ message, found, expected, at }) => [message, found, expected, at.join('.')])).toEqual([
      [
        'the webhook is served by a Deployment that the bundle does not have',
        'gone',
        'one of db',
        'spec.webhookdefinitions.1.deploymentName',
      ],
      [
        'the APIService is served by a Deployment that the bundle does not have',
        'nobody',
        'one of db',
        'spec.apiservicedefinitions.owned.0.deploymentName',
      ],
    ]);
  });

  it('share a port only where it leads to one port of the pods', () => {
    const ports = (...targets: (number | string)[]) =>
      serving(registry({ deployments: [deployment()], webhooks: targets.map((targetPort) => webhook({ targetPort })) }));
    expect(ports(9443, 9443)).toEqual([]);
    expect(ports(9443, 'https')).toMatchObject([
      { found: 'port 443 on https, and before on 9443', at: ['spec', 'webhookdefinitions', 1, 'targetPort'] },
    ]);
    const own = { ...apiService, deploymentName: 'db' };
    expect(serving(registry({ deployments: [deployment()], webhooks: [webhook()], ownedAPIServices: [own] }))).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { serviceName, servingDeployments } from '../../src/rules/serving-deployments.js';
import { readCsv } from '../support/build.js';
import { webhook } from '../support/serving.js';

describe('the Deployments that serve', () => {
  it('are those that owned APIServices and webhooks name, each once', () => {
    const owned = { name: 'widgets', group: 'widgets.example.com', version: 'v1', kind: 'Widget' };
    const apiservicedefinitions = { owned: [{ ...owned, deploymentName: 'api' }, owned] };
    const { webhooks, ownedAPIServices } = readCsv('op/foo', {
      spec: { apiservicedefinitions, webhookdefinitions: [webhook('manager'), webhook('api')] },
    });
    expect(servingDeployments({ webhooks, ownedAPIServices })).toEqual(['api', 'manager']);
  });

  it('have a Service that is named after them', () => {
    expect(serviceName('manager')).toBe('manager-service');
  });
});

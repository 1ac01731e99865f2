import { describe, expect, it } from 'vitest';
import { cameToCertificates, serviceName, servingDeployments } from '../../../src/olm/rules/serving-deployments.js';
import type { Verdict } from '../../../src/olm/rules/verdict.js';
import { readCsv } from '../../support/build.js';
import { webhook } from '../../support/serving.js';

describe('the Deployments that serve', () => {
  it('are those that owned APIServices and webhooks name, each once', () => {
    const owned = { name: 'widgets', group: 'widgets.example.com', version: 'v1', kind: 'Widget' };
    const apiservicedefinitions = { owned: [{ ...owned, deploymentName: 'api' }, owned] };
    const { webhooks, ownedAPIServices } = readCsv('op/foo', {
      spec: { apiservicedefinitions, webhookdefinitions: [webhook('manager'), webhook('api')] },
    });
    const deploymentNames = ['manager', 'other', 'api'];
    expect(servingDeployments({ webhooks, ownedAPIServices, deploymentNames })).toEqual(['api', 'manager']);
    expect(servingDeployments({ webhooks, ownedAPIServices, deploymentNames: ['manager'] })).toEqual(['manager']);
  });

  it('have a Service that is named after them', () => {
    expect(serviceName('manager')).toBe('manager-service');
  });
});

describe('the certificates of a CSV', () => {
  it.each<[Verdict['phase'], Verdict['reason'], boolean]>([
    ['Succeeded', 'InstallSucceeded', true],
    ['Replacing', 'BeingReplaced', true],
    ['Installing', 'InstallWaiting', true],
    ['Failed', 'InstallComponentFailed', true],
    ['Failed', 'OwnerConflict', false],
    ['Failed', 'UnsupportedOperatorGroup', false],
    ['Pending', 'RequirementsNotMet', false],
    ['', '', false],
  ])('are what OLM installs first, also where it fails afterwards: %s/%s', (phase, reason, expected) => {
    expect(cameToCertificates({ phase, reason, message: '', because: [] })).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { webhookDeploymentsAreThere, webhookNamesAreSubdomains, webhookNamesAreUnique } from '../../../src/rules/v1/webhooks.js';
import { deployment, registry, webhook } from '../../support/registry.js';

describe('webhook definitions that OLM v1 refuses', () => {
  it('name a Deployment that is not there: by Deployment, type and name', () => {
    const webhooks = [
      webhook({ deploymentName: 'z', generateName: 'b' }),
      webhook({ deploymentName: 'z', generateName: 'a' }),
      webhook({ deploymentName: 'z', generateName: 'c', type: 'MutatingAdmissionWebhook' }),
      webhook(),
      webhook({ deploymentName: 'y' }),
    ];
    expect(webhookDeploymentsAreThere(registry({ deployments: [deployment()], webhooks }))).toEqual([
      "webhook of type 'ValidatingAdmissionWebhook' with name 'vdb.kb.io' references non-existent deployment 'y'",
      "webhook of type 'MutatingAdmissionWebhook' with name 'c' references non-existent deployment 'z'",
      "webhook of type 'ValidatingAdmissionWebhook' with name 'a' references non-existent deployment 'z'",
      "webhook of type 'ValidatingAdmissionWebhook' with name 'b' references non-existent deployment 'z'",
    ]);
  });

  it('share a name with another of their type, but not of another', () => {
    const mutating = webhook({ type: 'MutatingAdmissionWebhook' });
    expect(webhookNamesAreUnique(registry({ webhooks: [webhook(), mutating] }))).toEqual([]);
    expect(webhookNamesAreUnique(registry({ webhooks: [webhook(), mutating, webhook(), mutating] }))).toEqual([
      "duplicate webhook 'vdb.kb.io' of type 'MutatingAdmissionWebhook'",
      "duplicate webhook 'vdb.kb.io' of type 'ValidatingAdmissionWebhook'",
    ]);
  });

  it('have a name that Kubernetes does not accept, with a - at its end for one', () => {
    expect(webhookNamesAreSubdomains(registry({ webhooks: [webhook(), webhook({ generateName: 'a-' })] }))).toEqual([
      expect.stringMatching(/^webhook of type 'ValidatingAdmissionWebhook' has invalid name 'a-': a lowercase/),
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { admissionFields, namespaceSelector, webhookConfiguration } from '../../../src/render/v1/webhook-configuration.js';
import { registry, webhook } from '../../support/registry.js';
import { v1Context } from '../../support/v1.js';

describe('a webhook configuration of OLM v1', () => {
  it('is called as its webhook, and leads to the Service of its Deployment', () => {
    const definition = webhook({ webhookPath: '/validate', failurePolicy: 'Fail' });
    expect(webhookConfiguration('ValidatingWebhookConfiguration', definition, v1Context(registry(), 'a'))).toEqual({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'vdb.kb.io', annotations: { 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
      webhooks: [
        {
          name: 'vdb.kb.io',
          clientConfig: { service: { namespace: 'ops', name: 'db-service', path: '/validate', port: 443 } },
          failurePolicy: 'Fail',
          admissionReviewVersions: ['v1'],
          namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['a'] }] },
        },
      ],
    });
  });

  it('takes over what was said, and selects nothing where all namespaces are watched', () => {
    expect(admissionFields(webhook({ timeoutSeconds: 0, objectSelector: {} }))).toEqual({
      timeoutSeconds: 0,
      objectSelector: {},
      admissionReviewVersions: ['v1'],
    });
    expect(namespaceSelector([''])).toBeUndefined();
    expect(namespaceSelector([])).toBeUndefined();
  });
});

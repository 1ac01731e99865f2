import { describe, expect, it } from 'vitest';
import { certManager } from '../../../src/render/certificates/cert-manager.js';
import type { Installation } from '../../../src/render/install/context.js';
import { DOCUMENTED_INSTALL } from '../../../src/render/install/documented-rules.js';
import { configurationName, webhookConfigurations } from '../../../src/render/install/webhook-configurations.js';
import { installation, registry, webhook } from '../../support/registry.js';

const bundle = registry({
  webhooks: [webhook(), webhook({ type: 'ConversionWebhook' }), webhook({ type: 'MutatingAdmissionWebhook', reinvocationPolicy: 'Never' })],
});
const made = (fields: Partial<Installation> = {}) =>
  webhookConfigurations({ ...installation(bundle), rules: DOCUMENTED_INSTALL, ...fields });
const selectors = (fields: Partial<Installation>) =>
  made(fields).map(({ object }) => (object.webhooks as { namespaceSelector?: unknown }[])[0]?.namespaceSelector);

describe('the configuration of a webhook', () => {
  it('has the namespace in its name, so that a second tenant renames nothing, and the CA injected', () => {
    expect(configurationName(webhook({ generateName: 'a-' }), 'ops')).toBe('a-ops');
    expect(made({ certificates: certManager() }).map(({ object, field }) => [object.kind, object.metadata, field])).toEqual([
      [
        'ValidatingWebhookConfiguration',
        { name: 'vdb.kb.io-ops', annotations: { 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
        ['spec', 'webhookdefinitions', 0],
      ],
      [
        'MutatingWebhookConfiguration',
        { name: 'vdb.kb.io-ops', annotations: { 'cert-manager.io/inject-ca-from': 'ops/db-service-cert' } },
        ['spec', 'webhookdefinitions', 2],
      ],
    ]);
  });

  it('reaches the targets of the group, or what the group selects', () => {
    const targets = ['a', 'b'];
    expect(selectors({ group: { name: 'og', targets } })[0]).toEqual({
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: targets }],
    });
    const selector = { matchLabels: { tenant: 'a' } };
    expect(selectors({ group: { name: 'og', targets, selector } })[0]).toEqual(selector);
    expect(selectors({})).toEqual([undefined, undefined]);
  });

  it('D11: of a descoped operator reaches everything', () => {
    expect(selectors({ group: { name: 'og', targets: ['a'] }, isDescoped: true })).toEqual([undefined, undefined]);
  });

  it('asks on port 443 unless told, as OLM’s CRD fills in', () => {
    const { containerPort: _, ...definition } = webhook();
    expect(made({ bundle: registry({ webhooks: [definition] }) })[0]?.object.webhooks).toMatchObject([
      { clientConfig: { service: { port: 443 } } },
    ]);
  });
});

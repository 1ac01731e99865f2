import { expect, it } from 'vitest';
import { mutatingWebhooks } from '../../../src/render/v1/mutating-webhooks.js';
import { registry, webhook } from '../../support/registry.js';
import { v1Context } from '../../support/v1.js';

it('OLM v1 makes a configuration for each mutating webhook', () => {
  const reinvocationPolicy = 'IfNeeded';
  const webhooks = ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'].map((type) =>
    webhook({ type, reinvocationPolicy }),
  );
  const made = mutatingWebhooks(v1Context(registry({ webhooks })));
  expect(made.map(({ kind }) => kind)).toEqual(['MutatingWebhookConfiguration']);
  expect((made[0]?.webhooks as object[] | undefined)?.[0]).toHaveProperty('reinvocationPolicy', reinvocationPolicy);
});

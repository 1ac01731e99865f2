import { expect, it } from 'vitest';
import { validatingWebhooks } from '../../../src/render/v1/validating-webhooks.js';
import { registry, webhook } from '../../support/registry.js';
import { v1Context } from '../../support/v1.js';

it('OLM v1 makes a configuration for each validating webhook', () => {
  const reinvocationPolicy = 'IfNeeded';
  const webhooks = ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'].map((type) =>
    webhook({ type, reinvocationPolicy }),
  );
  const made = validatingWebhooks(v1Context(registry({ webhooks })));
  expect(made.map(({ kind }) => kind)).toEqual(['ValidatingWebhookConfiguration']);
  expect((made[0]?.webhooks as object[] | undefined)?.[0]).not.toHaveProperty('reinvocationPolicy');
});

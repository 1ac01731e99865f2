/** MutatingWebhookConfigurations (OLM v1's BundleMutatingWebhookResourceGenerator). */
import { isWebhookOf } from '../../model/registry-v1.js';
import type { V1Generator } from './context.js';
import { webhookConfiguration } from './webhook-configuration.js';

export const mutatingWebhooks: V1Generator = (context) =>
  context.bundle.csv.webhooks.filter(isWebhookOf('MutatingAdmissionWebhook')).map((definition) => {
    const { reinvocationPolicy } = definition;
    const more = reinvocationPolicy === undefined ? {} : { reinvocationPolicy };
    return webhookConfiguration('MutatingWebhookConfiguration', definition, context, more);
  });

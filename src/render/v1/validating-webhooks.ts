/** ValidatingWebhookConfigurations (OLM v1's BundleValidatingWebhookResourceGenerator). */
import { isWebhookOf } from '../../model/registry-v1.js';
import type { V1Generator } from './context.js';
import { webhookConfiguration } from './webhook-configuration.js';

export const validatingWebhooks: V1Generator = (context) =>
  context.bundle.csv.webhooks
    .filter(isWebhookOf('ValidatingAdmissionWebhook'))
    .map((definition) => webhookConfiguration('ValidatingWebhookConfiguration', definition, context));

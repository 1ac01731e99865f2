/** CRDs, those that a conversion webhook names with their conversion (OLM v1's BundleCRDGenerator). */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { isWebhookOf, type WebhookDefinition } from '../../model/registry-v1.js';
import { annotated, servingOf, type V1Context, type V1Generator } from './context.js';

export const customResourceDefinitions: V1Generator = (context) => {
  const webhooks = context.bundle.csv.webhooks.filter(isWebhookOf('ConversionWebhook'));
  return context.bundle.customResourceDefinitions.map((crd) => {
    const webhook = webhooks.find(({ conversionCRDs = [] }) => conversionCRDs.includes(crd.metadata.name));
    return webhook ? converted(crd, webhook, context) : crd;
  });
};

function converted(crd: KubernetesObject, webhook: WebhookDefinition, context: V1Context): KubernetesObject {
  const serving = servingOf(context, webhook.deploymentName ?? '');
  const service = {
    namespace: serving.namespace,
    name: serving.service,
    path: webhook.webhookPath ?? '/',
    port: webhook.containerPort ?? 0,
  };
  const conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig: { service }, conversionReviewVersions: webhook.admissionReviewVersions ?? [] },
  };
  return {
    ...crd,
    metadata: annotated(crd.metadata, context.certificates?.caAnnotations(serving)),
    spec: { ...(crd.spec as object), conversion },
  };
}

/** CRDs, those that a conversion webhook names with their conversion (OLM's createOrUpdateConversionWebhook). */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { DEFAULT_PORT, isWebhookOf, type WebhookDefinition } from '../../model/registry-v1.js';
import { ownMetadata } from '../metadata.js';
import { type InstallContext, type InstallGenerator, metadataWith, servingIn } from './context.js';

export const customResourceDefinitions: InstallGenerator = (context) => {
  const webhooks = context.bundle.csv.webhooks.filter(isWebhookOf('ConversionWebhook'));
  return context.bundle.customResourceDefinitions.map((crd) => {
    const webhook = webhooks.find(({ conversionCRDs = [] }) => conversionCRDs.includes(crd.metadata.name));
    const own = { ...crd, metadata: ownMetadata(crd.metadata, crd.metadata.annotations ?? {}) };
    return { object: webhook ? converted(own, webhook, context) : own, manifest: crd };
  });
};

/** Other builds leave this annotation behind, with a namespace that nobody has. */
const FOREIGN_CA = 'cert-manager.io/inject-ca-from';

function converted(crd: KubernetesObject, webhook: WebhookDefinition, context: InstallContext): KubernetesObject {
  const serving = servingIn(context, webhook.deploymentName ?? '');
  const { [FOREIGN_CA]: _, ...annotations } = crd.metadata.annotations ?? {};
  const { annotations: __, ...metadata } = crd.metadata;
  const service = {
    namespace: serving.namespace,
    name: serving.service,
    path: webhook.webhookPath ?? '/',
    port: webhook.containerPort ?? DEFAULT_PORT,
  };
  return {
    ...crd,
    metadata: metadataWith(
      metadata as KubernetesObject['metadata'],
      {},
      { ...annotations, ...context.certificates?.caAnnotations(serving) },
    ),
    spec: {
      ...(crd.spec as object),
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { service }, conversionReviewVersions: webhook.admissionReviewVersions ?? [] },
      },
    },
  };
}

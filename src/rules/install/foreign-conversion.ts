/** CRDs that already say who converts them although no webhook of the bundle does: the Service is one of the author's own build. */
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import { isWebhookOf, type RegistryV1 } from '../../model/registry-v1.js';

interface Conversion {
  readonly strategy?: string;
  readonly webhook?: { readonly clientConfig?: { readonly service?: { readonly namespace?: string; readonly name?: string } } };
}

export function foreignConversion({ csv, customResourceDefinitions }: RegistryV1, namespace: string): Finding[] {
  const converted = new Set(csv.webhooks.filter(isWebhookOf('ConversionWebhook')).flatMap(({ conversionCRDs = [] }) => conversionCRDs));
  return customResourceDefinitions.flatMap(({ kind, metadata: { name }, spec }) => {
    const { strategy, webhook } = (spec as { conversion?: Conversion }).conversion ?? {};
    if (strategy !== 'Webhook' || converted.has(name)) return [];
    const service = webhook?.clientConfig?.service;
    const where = service ? `the Service ${service.namespace ?? ''}/${service.name ?? ''}` : 'a service';
    return [
      installFinding(
        'conversion-service-foreign',
        'warning',
        { kind: 'ClusterServiceVersion', namespace, name: csv.name },
        `the CRD ${name} is converted by ${where}, which no webhook definition of the CSV makes: reading its objects in another version fails unless that Service is there`,
        'ask the author of the bundle for a conversion webhook in spec.webhookdefinitions, or keep the Service by other means',
        [{ kind, name }],
      ),
    ];
  });
}

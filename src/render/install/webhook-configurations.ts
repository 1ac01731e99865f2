/** Validating- and MutatingWebhookConfigurations (OLM's createOrUpdateValidatingWebhook, createOrUpdateMutatingWebhook). */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { DEFAULT_PORT, type WebhookDefinition } from '../../model/registry-v1.js';
import { admissionFields, namespaceSelector } from '../v1/webhook-configuration.js';
import { type InstallContext, type InstallGenerator, metadataWith, servingIn, WEBHOOKS_FIELD } from './context.js';

/** The kind of configuration for each type of definition; conversion webhooks stand in their CRDs. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ValidatingAdmissionWebhook: 'ValidatingWebhookConfiguration',
    MutatingAdmissionWebhook: 'MutatingWebhookConfiguration',
  }),
);

export const webhookConfigurations: InstallGenerator = (context) =>
  context.bundle.csv.webhooks.flatMap((definition, index) => {
    const kind = KINDS.get(definition.type);
    return kind === undefined ? [] : [{ object: configuration(kind, definition, context), field: [...WEBHOOKS_FIELD, index] }];
  });

/** The name of a webhook's configuration: OLM's random suffix becomes the namespace, so that no tenant renames another's. */
export function configurationName({ generateName }: WebhookDefinition, namespace: string): string {
  return `${generateName.replace(/-$/, '')}-${namespace}`;
}

function configuration(kind: string, definition: WebhookDefinition, context: InstallContext): KubernetesObject {
  const { certificates, namespace, rules } = context;
  const serving = servingIn(context, definition.deploymentName ?? '');
  const { webhookPath: path, containerPort: port = DEFAULT_PORT, reinvocationPolicy } = definition;
  const selector = selectorOf(context);
  const webhook = {
    name: definition.generateName,
    clientConfig: { service: { namespace, name: serving.service, ...(path === undefined ? {} : { path }), port } },
    ...admissionFields(definition),
    ...(selector ? { namespaceSelector: selector } : {}),
    ...(kind === 'MutatingWebhookConfiguration' && reinvocationPolicy !== undefined ? { reinvocationPolicy } : {}),
  };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: metadataWith(
      { name: configurationName(definition, namespace) },
      rules.webhookLabels(context, definition),
      certificates?.caAnnotations(serving),
    ),
    webhooks: [webhook],
  };
}

/** A webhook is asked about what lies in the namespaces of the group; an operator without scope, about everything. */
function selectorOf({ group, isDescoped }: InstallContext): Readonly<Record<string, unknown>> | undefined {
  if (!group || isDescoped) return undefined;
  return group.selector ?? namespaceSelector(group.targets);
}

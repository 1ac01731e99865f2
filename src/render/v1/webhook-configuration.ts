/** One webhook configuration for one webhook definition. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { WebhookDefinition } from '../../model/registry-v1.js';
import { annotated, servingOf, type V1Context } from './context.js';

/** @param more fields that only one kind of webhook has */
export function webhookConfiguration(
  kind: string,
  definition: WebhookDefinition,
  context: V1Context,
  more: Readonly<Record<string, unknown>> = {},
): KubernetesObject {
  const serving = servingOf(context, definition.deploymentName ?? '');
  const name = definition.generateName.replace(/-$/, '');
  const selector = namespaceSelector(context.targetNamespaces);
  const taken = {
    ...admissionFields(definition),
    ...more,
  };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: annotated({ name }, context.certificates?.caAnnotations(serving)),
    webhooks: [
      {
        name,
        clientConfig: { service: serviceReference(serving, definition) },
        ...taken,
        ...(selector ? { namespaceSelector: selector } : {}),
      },
    ],
  };
}

function serviceReference(
  { namespace, service: name }: { namespace: string; service: string },
  { webhookPath: path, containerPort: port = 0 }: WebhookDefinition,
): Record<string, unknown> {
  return { namespace, name, ...(path === undefined ? {} : { path }), port };
}

/** What a webhook takes over from its definition. */
export function admissionFields(definition: WebhookDefinition): Record<string, unknown> {
  const { rules, failurePolicy, matchPolicy, objectSelector, sideEffects, timeoutSeconds, admissionReviewVersions } = definition;
  const fields = { rules, failurePolicy, matchPolicy, objectSelector, sideEffects, timeoutSeconds, admissionReviewVersions };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The webhook is asked about the target namespaces alone; nothing where these are all. */
export function namespaceSelector(targetNamespaces: readonly string[]): Record<string, unknown> | undefined {
  if (targetNamespaces.length === 0 || targetNamespaces.includes('')) return undefined;
  return { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: targetNamespaces }] };
}

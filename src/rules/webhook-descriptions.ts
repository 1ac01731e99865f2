/** Webhook descriptions: OLM refuses two of one name, and rules that reach OLM's own objects or other webhooks (OLM's ValidWebhookRules). */
import type { WebhookDescription } from '../model/cluster-service-version.js';
import type { InstallationRule } from './installation-rule.js';
import { failed } from './verdict.js';

/** Fails CSVs with such webhooks. As nothing is installed, OLM tries again, and fails again, for ever. */
export const webhookDescriptions: InstallationRule = (candidates) =>
  new Map(
    candidates.flatMap((csv) => {
      const message = invalidWebhook(csv.webhooks);
      return message === undefined ? [] : [[csv, { verdict: failed('InvalidWebhookDescription', message), unstable: true }]];
    }),
  );

/** OLM's message about the first description that it refuses. */
function invalidWebhook(webhooks: readonly WebhookDescription[]): string | undefined {
  const names = new Set<string>();
  for (const { generateName, rules } of webhooks) {
    if (names.has(generateName)) return 'CSV contains repeated WebhookDescription name';
    names.add(generateName);
    for (const { apiGroups, resources } of rules ?? []) {
      const message = forbiddenRule(apiGroups ?? [], resources ?? []);
      if (message !== undefined) return message;
    }
  }
  return undefined;
}

function forbiddenRule(apiGroups: readonly string[], resources: readonly string[]): string | undefined {
  if (apiGroups.includes('*')) return 'Webhook rules cannot include all groups';
  if (apiGroups.includes('operators.coreos.com')) return 'Webhook rules cannot include the OLM group';
  const others = ['*', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
  if (apiGroups.includes('admissionregistration.k8s.io') && resources.some((resource) => others.includes(resource))) {
    return 'Webhook rules cannot include MutatingWebhookConfiguration or ValidatingWebhookConfiguration resources';
  }
  return undefined;
}

/** Parts of a CSV that an installation without OLM reads. */
import type { InstalledCsv, StrategyPermission, WebhookDefinition, WebhookType } from './registry-v1.js';

/** The port of a webhook or APIService definition without a port: the default in OLM's CRD. */
export const DEFAULT_PORT = 443;

/** Whether a webhook definition has a type. */
export function isWebhookOf(type: WebhookType): (webhook: WebhookDefinition) => boolean {
  return (webhook) => webhook.type === type;
}

/** The install modes that a CSV supports, in byte order, each once. */
export function supportedInstallModes({ installModes }: InstalledCsv): string[] {
  return [...new Set(installModes.filter(({ supported }) => supported).map(({ type }) => type))].sort();
}

/** The ServiceAccount of a permission; an empty name means `default`. */
export function accountOf({ serviceAccountName }: StrategyPermission): string {
  return serviceAccountName || 'default';
}

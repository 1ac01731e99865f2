/** Admission webhooks must not be asked about OLM's own objects or about other webhooks (OLM v1's CheckWebhookRules). */
import type { WebhookRule } from '../../model/registry-v1.js';
import type { Validator } from './validator.js';

const FORBIDDEN_GROUPS = ['olm.operatorframework.io', '*'];
const ADMISSION_GROUP = 'admissionregistration.k8s.io';
const FORBIDDEN_RESOURCES = [
  '*',
  'mutatingwebhookconfiguration',
  'mutatingwebhookconfigurations',
  'validatingwebhookconfiguration',
  'validatingwebhookconfigurations',
];

export const webhookRulesAreAllowed: Validator = ({ csv }) =>
  csv.webhooks
    .filter(({ type }) => type !== 'ConversionWebhook')
    .flatMap(({ generateName, rules = [] }) =>
      rules
        .flatMap(forbidden)
        .map((what) => `webhook ${JSON.stringify(generateName)} contains forbidden rule: admission webhook rules cannot reference ${what}`),
    );

function forbidden({ apiGroups = [], resources = [] }: WebhookRule): string[] {
  return apiGroups.flatMap((group) => [
    ...(FORBIDDEN_GROUPS.includes(group) ? [`API group ${JSON.stringify(group)}`] : []),
    ...(group === ADMISSION_GROUP ? resources : [])
      .filter((resource) => FORBIDDEN_RESOURCES.includes(resource.toLowerCase()))
      .map((resource) => `resource ${JSON.stringify(resource)} for API group ${JSON.stringify(group)}`),
  ]);
}

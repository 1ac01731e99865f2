/** Admission webhooks of a bundle must not be asked about all APIs, about OLM's, or about webhooks (both generations of OLM). */
import type { WebhookRule } from '../../model/registry-v1.js';
import type { InstallCheck, Refusal } from './refusal.js';

const OLM_GROUPS = ['operators.coreos.com', 'olm.operatorframework.io'];
const ADMISSION_GROUP = 'admissionregistration.k8s.io';
const CONFIGURATION = /^(?:\*|(?:validating|mutating)webhookconfigurations?)$/i;

export const webhookRules: InstallCheck = ({ csv }) =>
  [...csv.webhooks.entries()]
    .filter(([, { type }]) => type !== 'ConversionWebhook')
    .flatMap(([index, { rules = [] }]) =>
      [...rules.entries()].flatMap(([position, rule]) =>
        forbidden(rule).map(
          (found): Refusal => ({
            code: 'INVALID_BUNDLE',
            message: 'a webhook of the bundle could stop whatever happens in the cluster',
            found,
            expected: 'rules for the APIs that the operator is about',
            fix: 'ask the author of the bundle to name them; OLM refuses such a webhook too',
            at: ['spec', 'webhookdefinitions', index, 'rules', position],
          }),
        ),
      ),
    );

function forbidden({ apiGroups = [], resources = [] }: WebhookRule): string[] {
  return apiGroups.flatMap((group) => {
    if (group === '*') return ['a rule for all API groups'];
    if (OLM_GROUPS.includes(group)) return [`a rule for OLM's API group ${group}`];
    return group === ADMISSION_GROUP
      ? resources.filter((name) => CONFIGURATION.test(name)).map((name) => `a rule for ${name} of ${group}`)
      : [];
  });
}

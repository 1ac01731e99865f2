/** Writing admission webhooks: seeing and changing what anyone writes. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

export const WEBHOOK_WRITE: readonly Want[] = [
  {
    apiGroup: 'admissionregistration.k8s.io',
    resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
    verbs: ['create', 'update', 'patch'],
  },
];

export const webhookConfigurations: RiskRule = {
  id: 'webhook-configurations',
  severity: 'error',
  title: 'May write admission webhooks',
  references: ['CIS Kubernetes 5.1.12', NSA_RBAC],
  documentation: {
    meaning: 'A subject may create or change MutatingWebhookConfigurations or ValidatingWebhookConfigurations other than named ones.',
    attack:
      'A webhook of the holder is sent every Secret that anyone writes, and a mutating one puts a container into every new Pod, or itself into every role binding.',
    fix: 'Let OLM make the webhooks (`spec.webhookdefinitions`), or name with `resourceNames` the configurations whose certificates the operator renews.',
  },
  find: (access) =>
    heldBy(access, WEBHOOK_WRITE, { clusterScoped: true }).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' })),
};

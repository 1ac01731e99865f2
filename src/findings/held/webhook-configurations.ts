/** Writing admission webhooks: seeing and changing what anyone writes. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

const WEBHOOK_WRITE: readonly PolicyRule[] = [
  {
    apiGroups: ['admissionregistration.k8s.io'],
    resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
    verbs: ['create', 'update', 'patch'],
  },
];

export const webhookConfigurations: RiskRule = {
  id: 'webhook-configurations',
  severity: 'error',
  title: 'Can write admission webhooks',
  references: ['CIS Kubernetes 5.1.12', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change MutatingWebhookConfigurations or ValidatingWebhookConfigurations, not limited by `resourceNames`.',
    attack:
      'A webhook of the subject receives every Secret that anyone writes. A mutating one adds a container to every new Pod, or a subject to every role binding.',
    fix: 'Let OLM create the webhooks (`spec.webhookdefinitions`), or list in `resourceNames` the configurations whose certificates the operator renews.',
  },
  escalates: WEBHOOK_WRITE,
  powers: [{ wants: WEBHOOK_WRITE }],
  find: (access) =>
    heldBy(access, WEBHOOK_WRITE, { clusterScoped: true }).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' })),
};

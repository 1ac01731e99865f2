/** Deleting admission webhooks and policies: switching checks off. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule } from './held-rule.js';

export const admissionDelete = heldRule({
  id: 'admission-delete',
  title: 'Can delete admission webhooks or policies',
  references: ['CIS Kubernetes 5.1.12', 'CWE-693: Protection Mechanism Failure', NSA_RBAC],
  documentation: {
    meaning: 'A subject can delete webhook configurations or admission policies other than named ones.',
    attack: 'The subject deletes the webhook of a policy engine and then creates what it refused.',
    fix: 'Name with `resourceNames` the configurations that the operator owns.',
  },
  wants: [
    {
      apiGroups: ['admissionregistration.k8s.io'],
      resources: [
        'mutatingwebhookconfigurations',
        'validatingwebhookconfigurations',
        'validatingadmissionpolicies',
        'validatingadmissionpolicybindings',
        'mutatingadmissionpolicies',
        'mutatingadmissionpolicybindings',
      ],
      verbs: DELETE,
    },
  ],
  clusterScoped: true,
  severities: { cluster: 'warning', elsewhere: 'warning' },
});

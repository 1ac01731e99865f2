/** Writing admission policies: changing or refusing what anyone writes, without a webhook. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

export const admissionPolicyWrite = heldRule({
  id: 'admission-policy-write',
  title: 'Can write admission policies',
  references: ['CIS Kubernetes 5.1.12', 'CWE-863: Incorrect Authorization', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change ValidatingAdmissionPolicies, MutatingAdmissionPolicies or their bindings, or the cluster-wide policies of Kyverno, Gatekeeper or Kubewarden. An operator that provides these APIs itself does not count.',
    attack:
      'A mutating policy of the subject changes each new Pod so that it runs an image of the subject, including those in kube-system. A changed validating policy allows what it was created to refuse.',
    fix: 'Remove the permission, or name with `resourceNames` the policies that the operator owns.',
  },
  wants: [
    {
      apiGroups: ['admissionregistration.k8s.io'],
      resources: [
        'validatingadmissionpolicies',
        'validatingadmissionpolicybindings',
        'mutatingadmissionpolicies',
        'mutatingadmissionpolicybindings',
      ],
      verbs: WRITE,
    },
    { apiGroups: ['kyverno.io'], resources: ['clusterpolicies'], verbs: WRITE },
    {
      apiGroups: ['policies.kyverno.io'],
      resources: ['deletingpolicies', 'generatingpolicies', 'mutatingpolicies', 'validatingpolicies'],
      verbs: WRITE,
    },
    { apiGroups: ['templates.gatekeeper.sh'], resources: ['constrainttemplates'], verbs: WRITE },
    { apiGroups: ['mutations.gatekeeper.sh'], resources: ['assign', 'assignimage', 'assignmetadata', 'modifyset'], verbs: WRITE },
    { apiGroups: ['policies.kubewarden.io'], resources: ['clusteradmissionpolicies', 'policyservers'], verbs: WRITE },
  ],
  ownApis: false,
  clusterScoped: true,
  severities: { cluster: 'error', elsewhere: 'error' },
});

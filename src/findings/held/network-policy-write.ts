/** Writing network policies: opening what they close. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule, WRITE } from './held-rule.js';

export const networkPolicyWrite = heldRule({
  id: 'network-policy-write',
  title: 'Can write network policies',
  references: ['CIS Kubernetes 5.3.2', 'CWE-923: Improper Restriction of Communication Channel to Intended Endpoints', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create, change or delete NetworkPolicies, or the cluster-wide AdminNetworkPolicies. A warning in all namespaces, in kube-system and for an account outside its namespace, a note otherwise.',
    attack: 'The subject adds a policy that lets its Pods reach the database of another tenant: policies only ever add up.',
    fix: 'Ask for the permission in `permissions`, so that it holds in the target namespaces only.',
  },
  wants: [
    { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: [...WRITE, ...DELETE] },
    {
      apiGroups: ['policy.networking.k8s.io'],
      resources: ['adminnetworkpolicies', 'baselineadminnetworkpolicies'],
      verbs: [...WRITE, ...DELETE],
    },
  ],
  severities: { cluster: 'warning', elsewhere: 'warning' },
});

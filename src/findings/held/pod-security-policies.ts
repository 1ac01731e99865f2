/** PodSecurityPolicies: what the Pods of a holder can do on a node, before Kubernetes 1.25. */

import { NSA_RBAC } from '../rule.js';
import { heldRule } from './held-rule.js';

export const podSecurityPolicies = heldRule({
  id: 'pod-security-policies',
  title: 'Can use PodSecurityPolicies',
  references: ['CIS Kubernetes 5.2.1', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  documentation: {
    meaning:
      'Before Kubernetes 1.25 a Pod ran under a PodSecurityPolicy that its ServiceAccount or its author can `use`. A subject can use all of them, or named ones, and what these allow is not known here.',
    attack: 'Under a policy that allows privileged containers, the Pods of the subject read the credentials of their node.',
    fix: 'Remove the permission on Kubernetes 1.25 and later. Before that, name a restricted policy with `resourceNames`.',
  },
  wants: [{ apiGroups: ['policy', 'extensions'], resources: ['podsecuritypolicies'], verbs: ['use'] }],
  countsName: () => true,
  severities: { cluster: 'warning', elsewhere: 'warning' },
});

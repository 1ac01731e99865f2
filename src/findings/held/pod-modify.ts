/** Changing Pods that run already: another image, with the account of the Pod. */

import { NSA_RBAC } from '../rule.js';
import { heldRule } from './held-rule.js';

export const podModify = heldRule({
  id: 'pod-modify',
  severityWhenInstalled: 'warning',
  title: 'Can change running Pods',
  references: ['CIS Kubernetes 5.1.4', 'CWE-94: Improper Control of Generation of Code (Code Injection)', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can update or patch Pods, which includes the images of their containers. The kubelet then runs the new image as the ServiceAccount of the Pod. An error in all namespaces and in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack: 'The subject gives a Pod of a powerful controller an image of its own and uses the token that is mounted there.',
    fix: 'Change Deployments instead of Pods, or ask for the permission in `permissions`, so that it holds in the target namespaces only.',
  },
  wants: [{ apiGroups: [''], resources: ['pods'], verbs: ['update', 'patch'] }],
  severities: { cluster: 'error', elsewhere: 'warning' },
});

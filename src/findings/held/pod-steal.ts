/** Removing Pods and forging their state: making them start again elsewhere. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule } from './held-rule.js';

export const podSteal = heldRule({
  id: 'pod-steal',
  title: 'Can drive Pods to other nodes',
  references: ['CWE-284: Improper Access Control', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can delete or evict Pods, or write the status of Pods or nodes. A warning in all namespaces and in kube-system, a note in other namespaces.',
    attack:
      'The subject makes all other nodes look full (`nodes/status`) and deletes a Pod with a powerful account: it starts again on a node that the subject controls, and its token is on that disk. At the least, Pods of others stop.',
    fix: 'Ask for the permission in `permissions`, so that it holds in the target namespaces only, and remove the subresources.',
  },
  wants: [
    { apiGroups: [''], resources: ['nodes/status', 'pods/status'], verbs: ['update', 'patch'] },
    { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
    { apiGroups: [''], resources: ['pods'], verbs: DELETE },
  ],
  severities: { cluster: 'warning', elsewhere: 'info' },
});

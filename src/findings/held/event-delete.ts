/** Deleting Events: removing traces. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule } from './held-rule.js';

export const eventDelete = heldRule({
  id: 'event-delete',
  title: 'Can delete Events',
  references: ['CWE-778: Insufficient Logging', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can delete Events, which say what happened in a namespace. A warning in all namespaces and in kube-system, a note in other namespaces.',
    attack: 'The subject starts a Pod, uses it, and deletes the Events that show it.',
    fix: 'Remove the permission: Events expire by themselves, after an hour by default.',
  },
  wants: [
    { apiGroups: [''], resources: ['events'], verbs: DELETE },
    { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: DELETE },
  ],
  severities: { cluster: 'warning', elsewhere: 'info' },
});

/** Deleting claims, volumes and namespaces: losing what is stored. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule } from './held-rule.js';

export const dataDelete = heldRule({
  id: 'data-delete',
  title: 'Can delete stored data',
  references: ['CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can delete PersistentVolumeClaims, PersistentVolumes or namespaces other than named ones. A warning in all namespaces and in kube-system, a note in other namespaces.',
    attack:
      'The subject deletes the claims of a tenant, or whole namespaces, and their volumes are deleted, too, if the reclaim policy is Delete.',
    fix: 'Ask for the permission in `permissions`, so that it holds in the target namespaces only, and keep volumes with the reclaim policy Retain.',
  },
  wants: [{ apiGroups: [''], resources: ['namespaces', 'persistentvolumeclaims', 'persistentvolumes'], verbs: DELETE }],
  severities: { cluster: 'warning', elsewhere: 'info' },
});

/** Permissions to delete what is stored. */

import { bySubject, isEverything } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';
import { DELETE, heldRule } from './held-rule.js';

/** Deleting claims, volumes and namespaces: losing what is stored. */
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

/** Deleting Events: removing traces. */
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

/** Deleting whatever there is. */
export const wildcardDelete: RiskRule = {
  id: 'wildcard-delete',
  severity: 'warning',
  title: 'Can delete everything',
  references: ['CIS Kubernetes 5.1.3', 'CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can delete `*`: every resource of all API groups or of the core group. A warning in all namespaces, in kube-system and for an account outside its namespace, a note otherwise.',
    attack:
      'One request deletes all Secrets, services or claims of a namespace (`deletecollection`), and the programs that need them stop.',
    fix: 'Name the resources that are really deleted.',
  },
  find: (access) =>
    bySubject(access.holdings, ({ rule, subject }) => {
      const { apiGroups = [], resources = [], verbs = [], resourceNames = [] } = rule;
      const groups = apiGroups.filter((apiGroup) => apiGroup === '*' || apiGroup === '');
      if (subject.kind === 'RoleHolder' || isEverything(rule) || resourceNames.length > 0 || !resources.includes('*')) return [];
      const deleted = DELETE.filter((verb) => verbs.includes(verb) || verbs.includes('*'));
      if (groups.length === 0 || deleted.length === 0) return [];
      return [{ resource: 'everything', verbs: deleted, rules: [{ apiGroups: groups, resources: ['*'], verbs: deleted }] }];
    }).map((held) => heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' })),
};

/** Permissions to delete what is stored. */

import { bySubject, isEverything } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { DELETE, riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

/** Deleting claims, volumes and namespaces: losing what is stored. */
export const dataDelete = riskRule({
  id: 'data-delete',
  title: 'Can delete stored data',
  references: ['CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can delete PersistentVolumeClaims, PersistentVolumes or namespaces without naming which. Warning in all namespaces and kube-system, else note.',
    attack: "The subject deletes a tenant's claims or namespaces, and volumes with the reclaim policy Delete.",
    fix: 'Request it in `permissions`, which apply only in the target namespaces, and use the reclaim policy Retain.',
  },
  held: {
    wants: [{ apiGroups: [''], resources: ['namespaces', 'persistentvolumeclaims', 'persistentvolumes'], verbs: DELETE }],
    severities: { cluster: 'warning', elsewhere: 'info' },
  },
});

/** Deleting Events: removing traces. */
export const eventDelete = riskRule({
  id: 'event-delete',
  title: 'Can delete Events',
  references: ['CWE-778: Insufficient Logging', NSA_RBAC],
  documentation: {
    meaning: 'A subject can delete Events. Warning in all namespaces and kube-system, else note.',
    attack: 'The subject starts a Pod, uses it, and deletes the Events that show it.',
    fix: 'Remove the permission: Events expire after an hour by default.',
  },
  held: {
    wants: [
      { apiGroups: [''], resources: ['events'], verbs: DELETE },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: DELETE },
    ],
    severities: { cluster: 'warning', elsewhere: 'info' },
  },
});

/** Deleting whatever there is. */
export const wildcardDelete = riskRule({
  id: 'wildcard-delete',
  severity: 'warning',
  title: 'Can delete everything',
  references: ['CIS Kubernetes 5.1.3', 'CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can delete `*` of all API groups or the core group. Warning in all namespaces, kube-system and for an account outside its namespace; else note.',
    attack: 'One request (`deletecollection`) deletes all Secrets, services or claims of a namespace.',
    fix: 'Name the resources.',
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
});

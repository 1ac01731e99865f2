/** Deleting whatever there is. */
import { bySubject, isEverything } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';
import { DELETE } from './held-rule.js';

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

/** Impersonation: acting as somebody else. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

const PEOPLE: readonly Want[] = [{ apiGroup: '', resources: ['users', 'groups'], verbs: ['impersonate'] }];
const ACCOUNTS: readonly Want[] = [{ apiGroup: '', resources: ['serviceaccounts'], verbs: ['impersonate'] }];

/** What whoever may impersonate it can do anything with. */
const MASTERS = 'system:masters';

export const IMPERSONATION: readonly Want[] = [...PEOPLE, ...ACCOUNTS];

export const impersonation: RiskRule = {
  id: 'impersonation',
  severity: 'error',
  title: 'May act as somebody else',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  documentation: {
    meaning:
      'A subject may impersonate users or groups (which only a ClusterRoleBinding can allow), or ServiceAccounts. Named users and groups count when system:masters is among them.',
    attack:
      'The holder sends its requests as a user in the group system:masters, and is cluster-admin; a careless look at the audit log blames that user.',
    fix: 'Take the verb out, or name with `resourceNames` the users that may be impersonated.',
  },
  find: (access) => {
    const people = heldBy(access, PEOPLE, { clusterScoped: true, countsNamed: (names) => names.includes(MASTERS) });
    const accounts = heldBy(access, ACCOUNTS);
    return [...people, ...accounts].map((held) => {
      const risk = heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' });
      return { ...risk, identity: [...risk.identity, people.includes(held) ? 'people' : 'accounts'] };
    });
  },
};

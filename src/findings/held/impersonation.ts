/** Impersonation: acting as somebody else. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import type { Access, Holding } from '../access/access.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { isPowerfulAccount, powerOf } from '../access/powers.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

/** Constrained impersonation has verbs of its own (KEP-5284): what is done with them takes another permission, which may come later. */
const CONSTRAINED = 'authentication.k8s.io';
const PEOPLE: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['users', 'groups'], verbs: ['impersonate'] },
  { apiGroups: [CONSTRAINED], resources: ['users', 'groups'], verbs: ['impersonate:user-info'] },
  { apiGroups: [CONSTRAINED], resources: ['nodes'], verbs: ['impersonate:arbitrary-node'] },
];
const PERSONS = [
  ['users', 'User'],
  ['groups', 'Group'],
] as const;
const ACCOUNTS: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'] },
  { apiGroups: [CONSTRAINED], resources: ['serviceaccounts'], verbs: ['impersonate:serviceaccount'] },
];

const IMPERSONATION: readonly PolicyRule[] = [...PEOPLE, ...ACCOUNTS];

function countsPerson(name: string, { rule: { resources = [] } }: Pick<Holding, 'rule'>, access: Access): boolean {
  return PERSONS.some(
    ([resource, kind]) => (resources.includes(resource) || resources.includes('*')) && powerOf(access, { kind, name }) !== undefined,
  );
}

export const impersonation: RiskRule = {
  id: 'impersonation',
  severity: 'error',
  title: 'Can act as somebody else',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can impersonate users or groups, which only a ClusterRoleBinding can allow, or ServiceAccounts. The verbs of constrained impersonation, such as `impersonate:user-info`, count as well. Permissions limited by `resourceNames` count only if they include somebody from whom cluster-admin is one step away, such as system:masters.',
    attack:
      'The subject sends its requests as a user in the group system:masters, and is cluster-admin. At first sight, the audit log blames that user.',
    fix: 'Remove the verb, or list in `resourceNames` the users that can be impersonated.',
  },
  escalates: IMPERSONATION,
  powers: [
    { wants: PEOPLE, countsName: countsPerson },
    { wants: ACCOUNTS, countsName: (name, holding, access) => isPowerfulAccount(access, name, holding), anywhere: 'named' },
  ],
  find: (access) => {
    const people = heldBy(access, PEOPLE, { clusterScoped: true, countsName: (name, holding) => countsPerson(name, holding, access) });
    const accounts = heldBy(access, ACCOUNTS, {
      countsName: (name, holding) => isPowerfulAccount(access, name, holding),
    });
    return [...people, ...accounts].map((held) => {
      const risk = heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' });
      return { ...risk, identity: [...risk.identity, people.includes(held) ? 'people' : 'accounts'] };
    });
  },
};

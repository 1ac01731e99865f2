/** Reports privilege escalation: writing roles and bindings, impersonation, tokens, logins and certificates. */

import { groupBy } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { RBAC_GROUP } from '../../../base/kubernetes/rbac.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import type { Access, GrantedRule } from '../access/access.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { isPowerful, isPowerfulAccount, powerOf } from '../access/powers.js';
import { DELETE, riskRule, WRITE } from '../risk-rule.js';
import { NSA_RBAC, NSA_TOKENS } from '../rule.js';

const CLUSTER_ROLE_ESCALATION: readonly PolicyRule[] = [
  { apiGroups: [RBAC_GROUP], resources: ['clusterroles'], verbs: ['bind', 'escalate'] },
];
export const ROLE_ESCALATION: readonly PolicyRule[] = [
  { apiGroups: [RBAC_GROUP], resources: ['clusterroles', 'roles'], verbs: ['bind', 'escalate'] },
];

function countsRole(name: string, { rule: { verbs = [] } }: Pick<GrantedRule, 'rule'>, access: Access): boolean {
  // `escalate` allows any rules for the role, whatever its current ones.
  return verbs.includes('escalate') || verbs.includes('*') || isPowerfulRole(name, access);
}

export const roleEscalation = riskRule('role-escalation', 'error', 'Can grant permissions that it does not have', {
  tier: 'escalates',
  column: 'RBAC',
  short: 'give itself any permission',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  meaning:
    'In Kubernetes, a subject can only write a role or binding whose permissions it has, unless it has the verb `escalate` or `bind`. Here, a subject has one of these verbs for all roles, `escalate` for any role, or `bind` for a role that is one step from cluster-admin, such as admin and edit. It is an error in all namespaces, a warning for an account outside its own namespace.',
  attack: 'The subject binds itself to cluster-admin, or adds `*` to its own role.',
  fix: 'Remove the verbs, and give the operator the permissions that it grants. If it must bind roles, list the ClusterRoles in `resourceNames`.',
  escalates: CLUSTER_ROLE_ESCALATION,
  held: { wants: ROLE_ESCALATION, countsName: countsRole, severities: { cluster: 'error', elsewhere: 'warning' } },
});

/** Kubernetes' own roles. They are aggregated, so their rules are in other roles. */
export const POWERFUL_ROLES: ReadonlySet<string> = new Set(['admin', 'edit']);

function isPowerfulRole(name: string, access: Access): boolean {
  return POWERFUL_ROLES.has(name) || isPowerful(access, access.clusterRoles.get(name)?.rules ?? []);
}

// Writing bindings: granting one's own permissions to others.

const CLUSTER_RBAC_WRITE: readonly PolicyRule[] = [{ apiGroups: [RBAC_GROUP], resources: ['clusterrolebindings'], verbs: WRITE }];
/** OpenShift also serves these kinds in a group of its own. */
const RBAC_WRITE: readonly PolicyRule[] = [
  {
    apiGroups: [RBAC_GROUP, 'authorization.openshift.io'],
    resources: ['clusterrolebindings', 'rolebindings'],
    verbs: WRITE,
  },
];

export const rbacWrite = riskRule('rbac-write', 'warning', 'Can write role bindings', {
  column: 'RBAC',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  meaning:
    'A subject can create or change bindings. Without the verb `bind`, it can only grant its own permissions, but it can grant them to anyone, and they stay. It is a warning in all namespaces, and otherwise a note.',
  attack:
    "An attacker with the operator's account grants its permissions to an account that nobody watches, and keeps them after the operator is removed.",
  fix: "Let the people who deploy the operator write bindings, or limit the permission to the operator's target namespaces.",
  escalates: CLUSTER_RBAC_WRITE,
  held: { wants: RBAC_WRITE, severities: { cluster: 'warning', elsewhere: 'info' } },
});

/** Writing roles: new rules apply to all subjects bound to the role. */
export const roleWrite = riskRule('role-write', 'warning', 'Can write roles', {
  column: 'RBAC',
  references: ['CIS Kubernetes 5.1.8', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  meaning:
    'A subject can create, change or delete Roles or ClusterRoles. Without the verb `escalate`, it can only add its own permissions, but everyone bound to the role gets and keeps them. It is a warning in all namespaces and kube-system, and otherwise a note.',
  attack:
    'A compromised operator adds its permissions to a ClusterRole that aggregates into view, and every reader gets them. Or it empties a role, and programs stop.',
  fix: "Let the people who deploy the operator write roles, or list the operator's own roles in `resourceNames`.",
  held: {
    // OpenShift also serves these kinds in a group of its own.
    wants: [
      {
        apiGroups: [RBAC_GROUP, 'authorization.openshift.io'],
        resources: ['clusterroles', 'roles'],
        verbs: [...WRITE, ...DELETE],
      },
    ],
    severities: { cluster: 'warning', elsewhere: 'info' },
  },
});

// Impersonation: acting as another subject.

/**
 * Constrained impersonation has verbs of its own (KEP-5284): acting under the identity needs another permission, which may be granted
 * later.
 */
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

function countsPerson(name: string, { rule: { resources = [] } }: Pick<GrantedRule, 'rule'>, access: Access): boolean {
  return PERSONS.some(
    ([resource, kind]) => (resources.includes(resource) || resources.includes('*')) && powerOf(access, { kind, name }) !== undefined,
  );
}

export const impersonation = riskRule('impersonation', 'error', 'Can act as somebody else', {
  tier: 'escalates',
  column: 'Identities, tokens',
  short: 'impersonate',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  meaning:
    'A subject can impersonate users or groups, which needs a ClusterRoleBinding, or ServiceAccounts. Constrained impersonation, such as `impersonate:user-info`, counts. With `resourceNames`, the permission is reported for subjects one step from cluster-admin, such as system:masters.',
  attack: 'The subject acts as a user in system:masters, and at first sight the audit log shows that user.',
  fix: 'Remove the verb, or list the users in `resourceNames`.',
  escalates: IMPERSONATION,
  powers: [
    { wants: PEOPLE, countsName: countsPerson },
    { wants: ACCOUNTS, countsName: countsAccount, anywhere: 'named' },
  ],
  held: [
    {
      wants: PEOPLE,
      clusterScoped: true,
      countsName: countsPerson,
      severities: { cluster: 'error', elsewhere: 'warning' },
      as: (risk) => ({ ...risk, identity: [...(risk.identity ?? []), 'people'] }),
    },
    {
      wants: ACCOUNTS,
      countsName: countsAccount,
      severities: { cluster: 'error', elsewhere: 'warning' },
      as: (risk) => ({ ...risk, identity: [...(risk.identity ?? []), 'accounts'] }),
    },
  ],
});

function countsAccount(name: string, holding: Pick<GrantedRule, 'subject' | 'scope'>, access: Access): boolean {
  return isPowerfulAccount(access, name, holding);
}

/** Writing identities: users, groups and tokens of OpenShift, and login settings. */
export const IDENTITY_WRITE: readonly PolicyRule[] = [
  { apiGroups: ['user.openshift.io'], resources: ['groups', 'identities', 'useridentitymappings', 'users'], verbs: WRITE },
  {
    apiGroups: ['oauth.openshift.io'],
    resources: ['oauthaccesstokens', 'oauthauthorizetokens', 'oauthclients', 'oauthclientauthorizations'],
    verbs: WRITE,
  },
  { apiGroups: ['config.openshift.io'], resources: ['apiservers', 'authentications', 'oauths'], verbs: WRITE },
];
/** There is one object of each kind, with a well-known name. */
const SETTINGS: ReadonlySet<string> = new Set(['apiservers', 'authentications', 'oauths']);

function countsIdentity(name: string, { rule: { resources = [] } }: Pick<GrantedRule, 'rule'>, access: Access): boolean {
  return resources.some((resource) => SETTINGS.has(resource)) || powerOf(access, { kind: 'Group', name }) !== undefined;
}

export const identityWrite = riskRule('identity-write', 'error', 'Can write users, groups or logins', {
  tier: 'escalates',
  column: 'Identities, tokens',
  short: 'write users and logins',
  references: ['CWE-287: Improper Authentication', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  meaning:
    'A subject can write OpenShift Users, Groups or Identities, OAuth tokens and clients, or the settings of the login and API server. With `resourceNames`, the permission is reported for these settings and for a group one step from cluster-admin.',
  attack:
    'The subject adds its author to a group that is bound to cluster-admin, or creates an OAuthAccessToken for kube:admin with a text that it knows.',
  fix: "Remove the permission, or list the operator's own groups and clients in `resourceNames`.",
  held: { wants: IDENTITY_WRITE, clusterScoped: true, countsName: countsIdentity, severities: { cluster: 'error', elsewhere: 'error' } },
});

/** Creating tokens of ServiceAccounts. */
export const TOKEN_CREATE: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] }];

export const tokenCreate = riskRule('token-create', 'error', 'Can create tokens of ServiceAccounts', {
  tier: 'escalates',
  column: 'Identities, tokens',
  short: 'create tokens',
  references: ['CIS Kubernetes 5.1.13', NSA_RBAC, NSA_TOKENS],
  meaning:
    'A subject can create serviceaccounts/token. With `resourceNames`, the permission is reported for accounts one step from cluster-admin. It is an error in all namespaces or kube-system, a warning for an account outside its namespace, and otherwise a note.',
  attack: 'The subject creates a token of the most powerful account in scope, and uses it until it expires.',
  fix: 'List the accounts in `resourceNames`, or remove the permission.',
  escalates: TOKEN_CREATE,
  powers: [{ wants: TOKEN_CREATE, countsName: countsAccount, anywhere: 'named' }],
  held: {
    wants: TOKEN_CREATE,
    countsName: countsAccount,
    severities: { cluster: 'error', elsewhere: 'warning' },
    // A token of a powerful account is valid in the whole cluster, whatever the namespace.
    as: (risk, { rights }) => (rights.every(({ resourceNames }) => resourceNames) ? { ...risk, severity: 'error' } : risk),
  },
});

// Approving certificate requests: an attacker gets any identity. It takes two permissions, and only both together count.

const GROUP = 'certificates.k8s.io';
const CSR_APPROVAL: readonly PolicyRule[] = [
  { apiGroups: [GROUP], resources: ['certificatesigningrequests/approval'], verbs: ['update', 'patch'] },
];
const SIGNERS: readonly PolicyRule[] = [{ apiGroups: [GROUP], resources: ['signers'], verbs: ['approve'] }];

function isSigner(name: string): boolean {
  return name.startsWith('kubernetes.io/');
}

export const csrApproval = riskRule('csr-approval', 'error', 'Can approve certificates for others', {
  tier: 'escalates',
  column: 'Identities, tokens',
  references: ['CIS Kubernetes 5.1.11', NSA_RBAC],
  meaning:
    'A subject can approve CertificateSigningRequests for a signer of Kubernetes, whose certificates the API server trusts. Other signers do not count.',
  attack: 'The subject requests and approves a client certificate for any user, and acts as that user.',
  fix: "Limit `resourceNames` to the operator's own signer, or remove the approval.",
  escalates: CSR_APPROVAL,
  powers: [{ wants: CSR_APPROVAL, and: SIGNERS, countsName: isSigner }],
  find: (access) => {
    const signers = groupBy(heldBy(access, SIGNERS, { clusterScoped: true, countsName: isSigner }), ({ subject }) => subjectKey(subject));
    return heldBy(access, CSR_APPROVAL, { clusterScoped: true })
      .filter(({ subject }) => signers.has(subjectKey(subject)))
      .map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' }, ' for signers that the API server trusts'));
  },
});

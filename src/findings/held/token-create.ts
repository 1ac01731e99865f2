/** Creating tokens of ServiceAccounts. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { isPowerfulAccount } from '../access/powers.js';
import { NSA_RBAC, NSA_TOKENS, type RiskRule } from '../rule.js';

export const TOKEN_CREATE: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] }];

export const tokenCreate: RiskRule = {
  id: 'token-create',
  severity: 'error',
  title: 'Can create tokens of ServiceAccounts',
  references: ['CIS Kubernetes 5.1.13', NSA_RBAC, NSA_TOKENS],
  documentation: {
    meaning:
      'A subject can create serviceaccounts/token. Permissions limited by `resourceNames` count only if they name an account from which cluster-admin is one step away. An error in all namespaces or in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack: 'The subject creates a token of the most powerful account in scope, and uses it from anywhere until it expires.',
    fix: 'List the accounts in `resourceNames`, or remove the permission.',
  },
  escalates: TOKEN_CREATE,
  powers: [{ wants: TOKEN_CREATE, countsName: (name, holding, access) => isPowerfulAccount(access, name, holding), anywhere: 'named' }],
  find: (access) => {
    const found = heldBy(access, TOKEN_CREATE, { countsName: (name, holding) => isPowerfulAccount(access, name, holding) });
    return found.map((held) => {
      const risk = heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' });
      // Whatever the namespace, a token of such an account is good for the whole cluster.
      return held.rights.every(({ resourceNames }) => resourceNames) ? { ...risk, severity: 'error' as const } : risk;
    });
  },
};

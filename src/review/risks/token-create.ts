/** Making tokens of ServiceAccounts. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, NSA_TOKENS, type RiskRule } from './rule.js';

export const TOKEN_CREATE: readonly Want[] = [{ apiGroup: '', resources: ['serviceaccounts/token'], verbs: ['create'] }];

export const tokenCreate: RiskRule = {
  id: 'token-create',
  severity: 'error',
  title: 'May make tokens of ServiceAccounts',
  references: ['CIS Kubernetes 5.1.13', NSA_RBAC, NSA_TOKENS],
  documentation: {
    meaning:
      'A subject may create serviceaccounts/token for accounts that it does not have to name. An error in the whole cluster or in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack: 'The holder makes a token of the most powerful account it can reach, and uses it from anywhere until it expires.',
    fix: 'Name the accounts with `resourceNames`, or take the right out.',
  },
  find: (access) => heldBy(access, TOKEN_CREATE).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' })),
};

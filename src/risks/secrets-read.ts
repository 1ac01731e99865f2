/** Reading Secrets. */
import type { PolicyRule } from '../kubernetes/policy-rule.js';
import { heldBy } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, NSA_SECRETS, type RiskRule } from './rule.js';

const READ_SECRETS: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] }];

export const secretsRead: RiskRule = {
  id: 'secrets-read',
  severity: 'error',
  severityWhenInstalled: 'warning',
  title: 'Can read Secrets',
  references: ['CIS Kubernetes 5.1.2', NSA_RBAC, NSA_SECRETS],
  documentation: {
    meaning:
      'A subject can get, list or watch Secrets, not limited by `resourceNames`. `list` and `watch` return the contents, just like `get`. An error in all namespaces or in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack:
      'In all namespaces, one request returns the credentials of all tenants and the token Secrets of more powerful accounts. With such a token the subject acts as that account.',
    fix: 'List the Secrets in `resourceNames` and allow only `get`, or request the permission in `permissions`, which apply only in the target namespaces.',
  },
  find: (access) => heldBy(access, READ_SECRETS).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' })),
};

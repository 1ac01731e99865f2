/** Reading Secrets. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, NSA_SECRETS, type RiskRule } from './rule.js';

const READ_SECRETS: readonly Want[] = [{ apiGroup: '', resources: ['secrets'], verbs: ['get', 'list', 'watch'] }];

export const secretsRead: RiskRule = {
  id: 'secrets-read',
  severity: 'error',
  title: 'May read Secrets',
  references: ['CIS Kubernetes 5.1.2', NSA_RBAC, NSA_SECRETS],
  documentation: {
    meaning:
      'A subject may get, list or watch Secrets without naming which. `list` and `watch` hand out the contents just as `get` does. An error in the whole cluster or in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack:
      'Cluster-wide, the credentials of all tenants, and the token Secrets of accounts with more rights, are one request away; with one of those the holder is whoever it belongs to.',
    fix: 'Name the Secrets with `resourceNames` and allow `get` alone, or ask for the right in `permissions`, so that it holds in the target namespaces only.',
  },
  find: (access) => heldBy(access, READ_SECRETS).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' })),
};

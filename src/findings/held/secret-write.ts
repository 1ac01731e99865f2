/** Writing Secrets: token Secrets, and the credentials that others read. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule, WRITE } from './held-rule.js';

export const secretWrite = heldRule({
  id: 'secret-write',
  title: 'Can write Secrets',
  references: ['CIS Kubernetes 5.1.2', 'CWE-522: Insufficiently Protected Credentials', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create, change or delete Secrets without naming which. A new Secret of the type kubernetes.io/service-account-token gets a token of the account that it names. A warning in all namespaces, in kube-system and for an account outside its namespace, a note otherwise.',
    attack:
      'The subject creates a token Secret for a powerful account and, with a permission to read it, is that account for as long as the Secret exists. Or it replaces the credentials by which another program trusts somebody.',
    fix: 'Name the Secrets with `resourceNames`, or ask for the permission in `permissions`, so that it holds in the target namespaces only.',
  },
  wants: [{ apiGroups: [''], resources: ['secrets'], verbs: [...WRITE, ...DELETE] }],
  severities: { cluster: 'warning', elsewhere: 'warning' },
});

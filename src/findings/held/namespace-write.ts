/** Writing namespaces: their labels decide what Pods are allowed to do. */

import { NSA_RBAC } from '../rule.js';
import { heldRule, WRITE } from './held-rule.js';

export const namespaceWrite = heldRule({
  id: 'namespace-write',
  title: 'Can write namespaces',
  references: ['CIS Kubernetes 5.2.1', 'CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change namespaces other than named ones. Labels of a namespace set its level of Pod Security admission, and network policies, webhooks and OperatorGroups select namespaces by label.',
    attack:
      'The subject sets `pod-security.kubernetes.io/enforce` to privileged where it can create Pods, and starts one that mounts the disk of its node.',
    fix: 'List the namespaces in `resourceNames`, and let only cluster administrators create them.',
  },
  // An update of the status or of the finalizers changes labels, too, and Pod Security admission does not look at it.
  wants: [
    { apiGroups: [''], resources: ['namespaces'], verbs: WRITE },
    { apiGroups: [''], resources: ['namespaces/finalize', 'namespaces/status'], verbs: ['update', 'patch'] },
    { apiGroups: ['project.openshift.io'], resources: ['projects'], verbs: ['update', 'patch'] },
  ],
  severities: { cluster: 'warning', elsewhere: 'warning' },
});

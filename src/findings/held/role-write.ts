/** Writing roles: anyone bound to them gets what the writer adds. */

import { NSA_RBAC } from '../rule.js';
import { DELETE, heldRule, WRITE } from './held-rule.js';

export const roleWrite = heldRule({
  id: 'role-write',
  title: 'Can write roles',
  references: ['CIS Kubernetes 5.1.8', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create, change or delete Roles or ClusterRoles. Without `escalate` it can add only permissions that it has itself, but everybody who is bound to the role gets them, and they stay after the subject is gone. A warning in all namespaces and in kube-system, a note in other namespaces.',
    attack:
      'A taken-over operator adds its permissions to a ClusterRole that aggregates into view, and every reader of a namespace has them. Or it takes the rules out of a role, and what depends on it stops.',
    fix: 'Leave the roles to those who deploy, or list in `resourceNames` those that the operator owns.',
  },
  // OpenShift serves the same ones in a group of its own, too.
  wants: [
    {
      apiGroups: ['rbac.authorization.k8s.io', 'authorization.openshift.io'],
      resources: ['clusterroles', 'roles'],
      verbs: [...WRITE, ...DELETE],
    },
  ],
  severities: { cluster: 'warning', elsewhere: 'info' },
});

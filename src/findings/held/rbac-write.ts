/** Writing bindings: passing one's own permissions to others. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

const WRITE = ['create', 'update', 'patch'];

const CLUSTER_RBAC_WRITE: readonly PolicyRule[] = [
  { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterrolebindings'], verbs: WRITE },
];
/** OpenShift serves the same ones in a group of its own, too. */
const RBAC_WRITE: readonly PolicyRule[] = [
  {
    apiGroups: ['rbac.authorization.k8s.io', 'authorization.openshift.io'],
    resources: ['clusterrolebindings', 'rolebindings'],
    verbs: WRITE,
  },
];

export const rbacWrite: RiskRule = {
  id: 'rbac-write',
  severity: 'warning',
  title: 'Can write role bindings',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change bindings. Without `bind` it can only grant permissions that it has itself, but it can grant them to anyone, and they stay when the subject is removed. A warning in all namespaces, a note otherwise.',
    attack:
      'An attacker who takes over the operator grants its permissions to an account that nobody watches, and keeps them after the operator is removed.',
    fix: 'Leave bindings to those who deploy. An operator that must write them should do so in its target namespaces only.',
  },
  escalates: CLUSTER_RBAC_WRITE,
  find: (access) => heldBy(access, RBAC_WRITE).map((held) => heldRisk(access, held, { cluster: 'warning', elsewhere: 'info' })),
};

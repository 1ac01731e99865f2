/** Writing bindings: handing on the rights that one holds. */
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

const WRITE = ['create', 'update', 'patch'];

export const CLUSTER_RBAC_WRITE: readonly Want[] = [
  { apiGroup: 'rbac.authorization.k8s.io', resources: ['clusterrolebindings'], verbs: WRITE },
];
const RBAC_WRITE: readonly Want[] = [
  { apiGroup: 'rbac.authorization.k8s.io', resources: ['clusterrolebindings', 'rolebindings'], verbs: WRITE },
];

export const rbacWrite: RiskRule = {
  id: 'rbac-write',
  severity: 'warning',
  title: 'May write role bindings',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  documentation: {
    meaning:
      'A subject may create or change bindings. Without `bind` it can only pass on what it holds itself, but it can pass that to anyone, and what it passed on stays after it is gone. A warning in the whole cluster, a note in namespaces.',
    attack: 'A taken-over operator gives its rights to an account that nobody watches, and keeps them after the operator is removed.',
    fix: 'Leave the bindings to whoever deploys; an operator that must write them should do so in its target namespaces.',
  },
  find: (access) => heldBy(access, RBAC_WRITE).map((held) => heldRisk(access, held, { cluster: 'warning', elsewhere: 'info' })),
};

/** Bind and escalate: giving out rights that one does not hold. */
import type { Access } from './access.js';
import { heldBy, isEverything, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

const RBAC = 'rbac.authorization.k8s.io';

export const CLUSTER_ROLE_ESCALATION: readonly Want[] = [{ apiGroup: RBAC, resources: ['clusterroles'], verbs: ['bind', 'escalate'] }];
const ROLE_ESCALATION: readonly Want[] = [{ apiGroup: RBAC, resources: ['clusterroles', 'roles'], verbs: ['bind', 'escalate'] }];

export const roleEscalation: RiskRule = {
  id: 'role-escalation',
  severity: 'error',
  title: 'May give out rights that it does not hold',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  documentation: {
    meaning:
      'Kubernetes lets nobody write a role or a binding with more rights than the writer has, unless the writer holds the verbs `escalate` or `bind`. A subject holds one of them, for all roles or for one that may do everything. An error in the whole cluster, a warning for an account in namespaces other than its own.',
    attack: 'The holder binds cluster-admin to itself, or writes `*` into its own role.',
    fix: 'Take the verbs out. An operator that makes roles can hold those rights itself; where it must bind, name the ClusterRoles with `resourceNames`.',
  },
  find: (access) =>
    heldBy(access, ROLE_ESCALATION, { countsNamed: (names) => names.some((name) => mayDoEverything(name, access)) }).map((held) =>
      heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' }),
    ),
};

function mayDoEverything(name: string, { clusterRoles }: Access): boolean {
  const rules = clusterRoles.get(name)?.rules;
  return Array.isArray(rules) && rules.some(isEverything);
}

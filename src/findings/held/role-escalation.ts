/** Bind and escalate: granting permissions that one does not have. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import type { Access, Holding } from '../access/access.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { isPowerful } from '../access/powers.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

const RBAC = 'rbac.authorization.k8s.io';

const CLUSTER_ROLE_ESCALATION: readonly PolicyRule[] = [{ apiGroups: [RBAC], resources: ['clusterroles'], verbs: ['bind', 'escalate'] }];
const ROLE_ESCALATION: readonly PolicyRule[] = [{ apiGroups: [RBAC], resources: ['clusterroles', 'roles'], verbs: ['bind', 'escalate'] }];

function countsName(name: string, { rule: { verbs = [] } }: Pick<Holding, 'rule'>, access: Access): boolean {
  // What is escalated gets any rules, whatever it has now.
  return verbs.includes('escalate') || verbs.includes('*') || isPowerfulRole(name, access);
}

export const roleEscalation: RiskRule = {
  id: 'role-escalation',
  severity: 'error',
  title: 'Can grant permissions that it does not have',
  references: ['CIS Kubernetes 5.1.8', NSA_RBAC],
  documentation: {
    meaning:
      'Kubernetes allows nobody to write a role or a binding with more permissions than the writer has, unless the writer has the verb `escalate` or `bind`. A subject has one of them: for all roles, `escalate` for any role, or `bind` for a role from which cluster-admin is one step away, such as admin and edit, which can be bound in kube-system. An error in all namespaces, a warning for an account in namespaces other than its own.',
    attack: 'The subject binds itself to cluster-admin, or adds `*` to its own role.',
    fix: 'Remove the verbs. An operator that creates roles can have their permissions itself. If it must bind, list the ClusterRoles in `resourceNames`.',
  },
  escalates: CLUSTER_ROLE_ESCALATION,
  powers: [{ wants: ROLE_ESCALATION, countsName }],
  find: (access) =>
    heldBy(access, ROLE_ESCALATION, {
      countsName: (name, holding) => countsName(name, holding, access),
    }).map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' })),
};

/** Aggregated, so their rules are in other roles. */
const POWERFUL_ROLES: ReadonlySet<string> = new Set(['admin', 'edit']);

function isPowerfulRole(name: string, access: Access): boolean {
  return POWERFUL_ROLES.has(name) || isPowerful(access, access.clusterRoles.get(name)?.rules ?? []);
}

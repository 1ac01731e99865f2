/** Kubernetes' admin or edit, meant for a namespace, bound in the whole cluster. */
import { referenceTo } from '../../model/kubernetes-object.js';
import { joined } from '../../model/name-lists.js';
import type { Holding } from './access.js';
import { bySubject } from './held.js';
import { placeOf } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';
import { asBound, boundRoleNames, formatBinding, formatSubject, formatWays, subjectReference } from './wording.js';

const ROLES: ReadonlySet<string> = new Set(['admin', 'edit']);

export const defaultRoleClusterWide: RiskRule = {
  id: 'default-role-cluster-wide',
  severity: 'error',
  title: 'Holds admin or edit in the whole cluster',
  references: ['CIS Kubernetes 5.1.2', 'CIS Kubernetes 5.1.4', NSA_RBAC],
  documentation: {
    meaning: 'A ClusterRoleBinding gives admin or edit, which are made for single namespaces, in all of them, kube-system included.',
    attack:
      'With edit in kube-system one reads the Secrets there, or starts a Pod as the ServiceAccount of a controller that may change roles, and is cluster-admin.',
    fix: 'Bind the role by RoleBindings in the namespaces that are meant.',
  },
  find: (access) =>
    bySubject(access.holdings, ({ roles: [bound], scope }) =>
      bound?.kind === 'ClusterRole' && ROLES.has(bound.metadata.name) && scope === 'cluster'
        ? [{ resource: bound.metadata.name, verbs: ['hold'] }]
        : [],
    ).map(({ subject, holdings }) => {
      const [first] = holdings as [Holding];
      const roles = boundRoleNames(holdings);
      return {
        severity: 'error',
        subject: subjectReference(subject),
        message: `${formatSubject(subject)} holds ${joined(roles)} in all namespaces, kube-system included`,
        path: formatWays([asBound(first)], `${joined(roles)} in all namespaces`),
        fix: `replace ${formatBinding(first)} by RoleBindings in the namespaces that are meant`,
        place: first.binding ? access.side.placeOf(referenceTo(first.binding), ['roleRef']) : placeOf(access, first),
        identity: roles,
      };
    }),
};

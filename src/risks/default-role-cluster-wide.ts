/** Kubernetes' admin or edit, meant for one namespace, bound in all namespaces. */

import { referenceTo } from '../kubernetes/object.js';
import { joined, subjectText } from '../words/phrases.js';
import type { Holding } from './access.js';
import { bySubject } from './held.js';
import { placeOf } from './held-risk.js';
import { asBound, boundRoleNames, formatBinding, pathsTo, subjectReference } from './paths.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

const ROLES: ReadonlySet<string> = new Set(['admin', 'edit']);

export const defaultRoleClusterWide: RiskRule = {
  id: 'default-role-cluster-wide',
  severity: 'error',
  title: 'Bound to admin or edit in all namespaces',
  references: ['CIS Kubernetes 5.1.2', 'CIS Kubernetes 5.1.4', NSA_RBAC],
  documentation: {
    meaning: 'A ClusterRoleBinding grants admin or edit, which are meant for single namespaces, in all namespaces, including kube-system.',
    attack:
      'With edit in kube-system, the subject reads the Secrets there, or starts a Pod as the ServiceAccount of a controller that can change roles, and becomes cluster-admin.',
    fix: 'Bind the role with RoleBindings in the namespaces that need it.',
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
        message: `${subjectText(subject)} is bound to ${joined(roles)} in all namespaces, including kube-system`,
        path: pathsTo([asBound(first)], `${joined(roles)} in all namespaces`),
        fix: `replace ${formatBinding(first)} with RoleBindings in the namespaces that need the role`,
        place: first.binding ? access.side.placeOf(referenceTo(first.binding), ['roleRef']) : placeOf(access, first),
        identity: roles,
      };
    }),
};

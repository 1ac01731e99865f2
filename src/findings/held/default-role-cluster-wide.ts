/** Kubernetes' admin or edit, meant for one namespace, bound in all namespaces, in kube-system and the like or wherever somebody applies it. */

import { referenceTo } from '../../kubernetes/object.js';
import { isPlaceOpen } from '../../kubernetes/rbac.js';
import { joined, subjectText } from '../../wording/phrases.js';
import type { GrantedRule } from '../access/access.js';
import { bySubject } from '../access/held.js';
import { openBinding, openPlaceText, placeOf, placing } from '../access/held-risk.js';
import { asBound, boundRoleNames, formatBinding, pathsTo, subjectReference } from '../access/paths.js';
import { systemNamespaceOf } from '../access/system-namespaces.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';
import { POWERFUL_ROLES } from './grants.js';

export const defaultRoleClusterWide = riskRule({
  id: 'default-role-cluster-wide',
  severity: 'error',
  title: 'Bound to admin or edit in all namespaces or in one such as kube-system',
  references: ['CIS Kubernetes 5.1.2', 'CIS Kubernetes 5.1.4', NSA_RBAC],
  documentation: {
    meaning:
      "A binding grants admin or edit, which are for a team's namespaces, in all namespaces, in kube-system, where Argo CD, Flux, OLM or OpenShift run (argocd, flux-system, olm, `openshift-…`), or without a namespace.",
    attack:
      'With edit in kube-system, the subject reads the Secrets there, or starts a Pod as a controller that can change roles, and becomes cluster-admin.',
    fix: 'Bind the role with RoleBindings in the namespaces that need it.',
  },
  find: (access) =>
    bySubject(access.holdings, ({ subject, roles: [bound], scope, binding }) =>
      bound?.kind === 'ClusterRole' &&
      POWERFUL_ROLES.has(bound.metadata.name) &&
      (scope === 'cluster' ||
        systemNamespaceOf(typeof scope === 'string' ? [] : scope, subject) !== undefined ||
        (binding && isPlaceOpen(binding)))
        ? [{ resource: bound.metadata.name, verbs: ['hold'] }]
        : [],
    ).map(({ subject, scope, holdings }) => {
      const [first] = holdings as [GrantedRule];
      const roles = boundRoleNames(holdings);
      const system = scope === 'cluster' ? undefined : systemNamespaceOf(scope, subject);
      const open = system !== undefined ? undefined : openBinding({ scope, holdings });
      const where =
        scope === 'cluster'
          ? 'in all namespaces'
          : system !== undefined
            ? `in ${system}`
            : `in default${openPlaceText({ scope, holdings })}`;
      return {
        subject: subjectReference(subject),
        message: `${subjectText(subject)} is bound to ${joined(roles)} ${where}${scope === 'cluster' ? ', including kube-system' : ''}`,
        path: pathsTo([asBound(first)], `${joined(roles)} ${where}`),
        fix: open ? placing(open) : `replace ${formatBinding(first)} with RoleBindings in the namespaces that need the role`,
        place: first.binding ? access.state.placeOf(referenceTo(first.binding), ['roleRef']) : placeOf(access, first),
        identity: scope === 'cluster' ? roles : [system ?? 'open', ...roles],
      };
    }),
});

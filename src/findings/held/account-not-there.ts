/** Bindings to ServiceAccounts of namespaces that do not exist: anyone who creates the namespace gets the permissions. */

import { listed, subjectText, whereText } from '../../wording/phrases.js';
import type { Access, GrantedRule } from '../access/access.js';
import { bySubject } from '../access/held.js';
import { placeOf, scopeIdentity } from '../access/held-risk.js';
import { asBound, boundRoleNames, formatBinding, pathsTo, subjectReference } from '../access/paths.js';
import { riskRule } from '../risk-rule.js';
import { NSA_NAMESPACES, NSA_RBAC } from '../rule.js';

/** Kubernetes and OpenShift create these, or reserve the names. */
const ALWAYS_THERE = /^(?:default|kube-.*|openshift-.*)$/;

export const accountNotThere = riskRule({
  id: 'account-not-there',
  severity: 'warning',
  title: 'Grants permissions to an account of a namespace that does not exist',
  references: [NSA_RBAC, NSA_NAMESPACES],
  documentation: {
    meaning:
      'A binding names a ServiceAccount in a namespace that the input does not declare, often that of another installation method. Warning if the permissions apply in all namespaces, else note. If the input is only part of the cluster, the namespace can exist.',
    attack: 'Anyone who can create namespaces creates it, usually becomes its admin, and starts a Pod as the account.',
    fix: "Correct the subject's namespace, or remove the binding.",
  },
  find: (access) => {
    const isThere = namespacesOf(access);
    return bySubject(access.holdings, ({ subject, rule }) =>
      subject.kind === 'ServiceAccount' && !isThere(subject.namespace ?? '')
        ? [{ resource: 'rights', verbs: ['hold'], rules: [rule] }]
        : [],
    ).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [GrantedRule];
      const roles = listed(boundRoleNames(holdings), 'roles');
      return {
        severity: scope === 'cluster' ? ('warning' as const) : ('info' as const),
        subject: subjectReference(subject),
        message: `${subjectText(subject)} is bound to ${roles} ${whereText(scope)}, but the input has no namespace ${subject.namespace}: anyone who creates it gets the permissions`,
        path: pathsTo([asBound(first)], `${roles} ${whereText(scope)}`),
        fix: `correct the namespace of the subject in ${formatBinding(first)}, or remove it`,
        place: placeOf(access, first),
        permissions: held.permissions,
        scope,
        identity: scopeIdentity(access, held),
      };
    });
  },
});

/** An input without any namespace tells nothing about them. */
function namespacesOf({ state: { cluster, untouched } }: Access): (name: string) => boolean {
  const elsewhere = (untouched?.objects ?? []).flatMap(({ kind, metadata }) => (kind === 'Namespace' ? [metadata.name] : []));
  const declared = new Set([...cluster.namespaces.map(({ name }) => name), ...elsewhere]);
  return (name) => declared.size === 0 || declared.has(name) || ALWAYS_THERE.test(name);
}

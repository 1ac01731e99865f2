/** Bindings to ServiceAccounts of namespaces that are not there: whoever makes the namespace has the rights. */
import type { Access, Holding } from './access.js';
import { bySubject } from './held.js';
import { placeOf, scopeIdentity } from './held-risk.js';
import { NSA_NAMESPACES, NSA_RBAC, type RiskRule } from './rule.js';
import { asBound, boundRoleNames, formatBinding, formatScope, formatSubject, formatWays, shortList, subjectReference } from './wording.js';

/** Kubernetes and OpenShift make these, or keep the names for themselves. */
const ALWAYS_THERE = /^(?:default|kube-.*|openshift-.*)$/;

export const accountNotThere: RiskRule = {
  id: 'account-not-there',
  severity: 'warning',
  title: 'Gives rights to an account of a namespace that is not there',
  references: [NSA_RBAC, NSA_NAMESPACES],
  documentation: {
    meaning:
      'A binding names a ServiceAccount in a namespace that the input does not declare. Bundles often bring bindings whose namespace is the one of another way of installing. A warning where the rights hold in the whole cluster, a note otherwise; where the input is a part of the cluster only, the namespace may well be there.',
    attack:
      'Whoever may create namespaces makes that one, becomes its admin as is common, starts a Pod as the account, and holds its rights.',
    fix: 'Correct the namespace of the subject, or remove the binding.',
  },
  find: (access) => {
    const isThere = namespacesOf(access);
    return bySubject(access.holdings, ({ subject }) =>
      subject.kind === 'ServiceAccount' && !isThere(subject.namespace ?? '') ? [{ resource: 'rights', verbs: ['hold'] }] : [],
    ).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [Holding];
      const roles = shortList(boundRoleNames(holdings), 'roles');
      return {
        severity: scope === 'cluster' ? ('warning' as const) : ('info' as const),
        subject: subjectReference(subject),
        message: `${formatSubject(subject)} holds ${roles} ${formatScope(scope)}, but the input has no namespace ${subject.namespace}, so whoever makes it has the rights`,
        path: formatWays([asBound(first)], `${roles} ${formatScope(scope)}`),
        fix: `correct the namespace of the subject in ${formatBinding(first)}, or remove it`,
        place: placeOf(access, first),
        identity: scopeIdentity(access, held),
      };
    });
  },
};

/** In an input without any namespace, nothing can be said about them. */
function namespacesOf({ side: { cluster } }: Access): (name: string) => boolean {
  const declared = new Set(cluster.namespaces.map(({ name }) => name));
  return (name) => declared.size === 0 || declared.has(name) || ALWAYS_THERE.test(name);
}

/**
 * Reports permissions by the subject of a binding: everyone, the account default, an account of a missing namespace, editors of all
 * namespaces.
 */

import { referenceTo } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { isPlaceOpen } from '../../../base/kubernetes/rbac.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import type { GrantSubject } from '../../../base/rbac/grant.js';
import { subjectText, whereText } from '../../../base/wording/permissions.js';
import { joined, listed } from '../../../base/wording/phrases.js';
import type { Access, HeldRule } from '../access/access.js';
import { bySomeSubjects, bySubject, type Match, whereHeld } from '../access/held.js';
import { openBinding, openPlaceText, placeOf, placing, scopeIdentity } from '../access/held-risk.js';
import { formatOrigin } from '../access/origins.js';
import { ofOwnConditions } from '../access/own-condition.js';
import { asBound, boundRoleNames, formatBinding, pathsTo, subjectReference } from '../access/paths.js';
import { systemNamespaceOf } from '../access/system-namespaces.js';
import { riskRule } from '../risk-rule.js';
import { NSA_NAMESPACES, NSA_RBAC, NSA_TOKENS } from '../rule.js';
import { POWERFUL_ROLES } from './grants.js';

export const defaultRoleClusterWide = riskRule(
  'default-role-cluster-wide',
  'error',
  'Bound to admin or edit in all namespaces or in a namespace such as kube-system',
  {
    tier: 'escalates',
    column: 'Everything, wildcards',
    references: ['CIS Kubernetes 5.1.2', 'CIS Kubernetes 5.1.4', NSA_RBAC],
    meaning:
      "A binding grants admin or edit, which are meant for a team's namespaces, in all namespaces, in kube-system, in a namespace of Argo CD, Flux, OLM or OpenShift (argocd, flux-system, olm, `openshift-…`), or without a namespace.",
    attack:
      'With edit in kube-system, the subject reads the Secrets there, or starts a Pod as a controller that can change roles, and becomes cluster-admin.',
    fix: 'Bind the role with RoleBindings in the namespaces that need it.',
    find: (access) =>
      bySubject(
        access.holdings,
        ({ roles: [bound] }) =>
          bound?.kind === 'ClusterRole' && POWERFUL_ROLES.has(bound.metadata.name)
            ? [{ resource: bound.metadata.name, verbs: ['hold'] }]
            : [],
        whereHeld(
          ({ scope, binding }, subject) =>
            scope === 'cluster' ||
            systemNamespaceOf(typeof scope === 'string' ? [] : scope, subject) !== undefined ||
            (binding !== undefined && isPlaceOpen(binding)),
        ),
      ).map(({ subject, scope, holdings }) => {
        const [first] = holdings as [HeldRule];
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
          path: pathsTo(subject, [asBound(first)], `${joined(roles)} ${where}`),
          fix: open ? placing(open) : `replace ${formatBinding(first)} with RoleBindings in the namespaces that need the role`,
          place: first.binding ? access.state.placeOf(referenceTo(first.binding), ['roleRef']) : placeOf(access, first),
          identity: scope === 'cluster' ? roles : [system ?? 'open', ...roles],
        };
      }),
  },
);

/** Any rule, by its permissions: one list for each rule, which all bindings of its role share. */
const rightsOf = oncePerObject((rule: PolicyRule): readonly Match[] => [{ resource: 'rights', verbs: ['hold'], rules: [rule] }]);

function asRights({ rule }: HeldRule): readonly Match[] {
  return rightsOf(rule);
}

// Built-in subjects that nobody is added to: callers without a login, everyone with one, every Pod.

/** A description of each subject. */
const EVERYONE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'User system:anonymous': 'anyone who reaches the API server, without a login',
    'Group system:unauthenticated': 'anyone who reaches the API server, without a login',
    'Group system:authenticated': 'everyone with any login, including every Pod',
    'Group system:serviceaccounts': 'every Pod in the cluster',
  }),
);

export const everyoneRights = riskRule('everyone-rights', 'error', 'Grants permissions to everyone', {
  references: [NSA_RBAC],
  meaning:
    "A binding names system:anonymous, system:unauthenticated, system:authenticated or system:serviceaccounts. It is an error if callers need no login or the permissions apply in all namespaces, and otherwise a warning. Kubernetes' own discovery bindings do not count.",
  attack: 'Access to any Pod, or only to the network, is enough to use the permissions.',
  fix: 'Bind the role to those who need it.',
  find: (access) =>
    bySomeSubjects(access.holdings, (subject) => EVERYONE.has(subjectText(subject)), asRights).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [HeldRule];
      const roles = boundRoleNames(holdings);
      const withoutLogin = subject.name === 'system:anonymous' || subject.name === 'system:unauthenticated';
      const name = subjectText(subject);
      return {
        severity: withoutLogin || scope === 'cluster' ? 'error' : 'warning',
        subject: subjectReference(subject),
        message: `${name}, which is ${EVERYONE.get(name)}, is bound to ${listed(roles, 'roles')} ${whereText(scope)}`,
        path: pathsTo(subject, [asBound(first)], `${listed(roles, 'roles')} ${whereText(scope)}`),
        fix: `replace the subject in ${formatBinding(first)} with those who need the role`,
        place: first.binding ? access.state.placeOf(referenceTo(first.binding), ['subjects']) : placeOf(access, first),
        permissions: held.permissions,
        scope,
        identity: [...scopeIdentity(access, held), ...roles],
      };
    }),
});

// The ServiceAccount default: every Pod of its namespace without an account of its own has its permissions.

export const defaultAccountRights = riskRule('default-account-rights', 'warning', 'Grants permissions to the ServiceAccount default', {
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  meaning:
    "A binding or a CSV's permissions name the ServiceAccount `default`. Every Pod without a `serviceAccountName` runs as this account.",
  attack: "Any Pod of the namespace, such as a debugging shell, has the operator's permissions.",
  fix: 'Use a separate account in the permissions and the Deployment.',
  find: (access) => {
    const isOfOwn = ofOwnConditions(access.state);
    const others = whereHeld(({ rule }, { namespace }) => !isOfOwn(rule, namespace));
    const isDefault = ({ kind, name }: GrantSubject): boolean => kind === 'ServiceAccount' && name === 'default';
    return bySomeSubjects(access.holdings, isDefault, asRights, others).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [HeldRule];
      const roles = listed(boundRoleNames(holdings), 'roles');
      return {
        subject: subjectReference(subject),
        message: `every Pod in ${subject.namespace} without a serviceAccountName runs as ${subjectText(subject)}, which is bound to ${roles} ${whereText(scope)}`,
        path: pathsTo(subject, [asBound(first)], `${roles} ${whereText(scope)}`),
        fix: `use another ServiceAccount in ${namedIn(first)}`,
        place: placeOf(access, first),
        permissions: held.permissions,
        scope,
        identity: scopeIdentity(access, held),
      };
    });
  },
});

/** The object that names the account: the entry of a CSV, or a binding. */
function namedIn(holding: HeldRule): string {
  const { origin } = holding;
  return origin.list ? formatOrigin({ ...origin, field: origin.field.slice(0, 5) }) : formatBinding(holding);
}

// ServiceAccounts of namespaces that do not exist: anyone who creates the namespace gets the permissions.

/** Kubernetes and OpenShift create these namespaces, or reserve the names. */
const ALWAYS_THERE = /^(?:default|kube-.*|openshift-.*)$/;

export const accountNotThere = riskRule(
  'account-not-there',
  'warning',
  'Grants permissions to an account of a namespace that does not exist',
  {
    references: [NSA_RBAC, NSA_NAMESPACES],
    meaning:
      'A binding names a ServiceAccount in a namespace that the input does not declare, often the namespace of another installation method. It is a warning if the permissions apply in all namespaces, and otherwise a note. If the input is only a part of the cluster, the namespace can exist.',
    attack: 'Anyone who can create namespaces creates it, usually becomes its admin, and starts a Pod as the account.',
    fix: "Correct the subject's namespace, or remove the binding.",
    find: (access) => {
      const isThere = knownNamespaces(access);
      const isLost = ({ kind, namespace }: GrantSubject): boolean => kind === 'ServiceAccount' && !isThere(namespace ?? '');
      return bySomeSubjects(access.holdings, isLost, asRights).map((held) => {
        const { subject, scope, holdings } = held;
        const [first] = holdings as [HeldRule];
        const roles = listed(boundRoleNames(holdings), 'roles');
        return {
          severity: scope === 'cluster' ? ('warning' as const) : ('info' as const),
          subject: subjectReference(subject),
          message: `${subjectText(subject)} is bound to ${roles} ${whereText(scope)}, but the input has no namespace ${subject.namespace}: anyone who creates it gets the permissions`,
          path: pathsTo(subject, [asBound(first)], `${roles} ${whereText(scope)}`),
          fix: `correct the namespace of the subject in ${formatBinding(first)}, or remove it`,
          place: placeOf(access, first),
          permissions: held.permissions,
          scope,
          identity: scopeIdentity(access, held),
        };
      });
    },
  },
);

/** Without any Namespace in the input, every namespace counts as existing. */
function knownNamespaces({ state: { cluster, untouched } }: Access): (name: string) => boolean {
  const elsewhere = (untouched?.objects ?? []).flatMap(({ kind, metadata }) => (kind === 'Namespace' ? [metadata.name] : []));
  const declared = new Set([...cluster.namespaces.map(({ name }) => name), ...elsewhere]);
  return (name) => declared.size === 0 || declared.has(name) || ALWAYS_THERE.test(name);
}

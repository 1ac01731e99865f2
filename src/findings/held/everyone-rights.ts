/** Permissions of groups that nobody is added to: callers without a login, everyone with one, every Pod. */

import { referenceTo } from '../../kubernetes/object.js';
import { listed, subjectText, whereText } from '../../wording/phrases.js';
import type { GrantedRule } from '../access/access.js';
import { bySubject } from '../access/held.js';
import { placeOf, scopeIdentity } from '../access/held-risk.js';
import { asBound, boundRoleNames, formatBinding, pathsTo, subjectReference } from '../access/paths.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

/** Who each of them is. */
const EVERYONE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'User system:anonymous': 'anyone who reaches the API server, without a login',
    'Group system:unauthenticated': 'anyone who reaches the API server, without a login',
    'Group system:authenticated': 'everyone with any login, including every Pod',
    'Group system:serviceaccounts': 'every Pod in the cluster',
  }),
);

export const everyoneRights = riskRule({
  id: 'everyone-rights',
  severity: 'error',
  title: 'Grants permissions to everyone',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      "A binding names system:anonymous, system:unauthenticated, system:authenticated or system:serviceaccounts. Error for callers without a login and for anything in all namespaces, else warning. Kubernetes' own discovery bindings do not count.",
    attack: 'Access to any Pod, or to the network alone, is enough to use the permissions.',
    fix: 'Bind the role to those who need it.',
  },
  find: (access) =>
    bySubject(access.holdings, ({ subject, rule, roles: [bound] }) =>
      bound && EVERYONE.has(subjectText(subject)) ? [{ resource: 'rights', verbs: ['hold'], rules: [rule] }] : [],
    ).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [GrantedRule];
      const roles = boundRoleNames(holdings);
      const withoutLogin = subject.name === 'system:anonymous' || subject.name === 'system:unauthenticated';
      const name = subjectText(subject);
      return {
        severity: withoutLogin || scope === 'cluster' ? 'error' : 'warning',
        subject: subjectReference(subject),
        message: `${name}, which is ${EVERYONE.get(name)}, is bound to ${listed(roles, 'roles')} ${whereText(scope)}`,
        path: pathsTo([asBound(first)], `${listed(roles, 'roles')} ${whereText(scope)}`),
        fix: `replace the subject in ${formatBinding(first)} with those who need the role`,
        place: first.binding ? access.state.placeOf(referenceTo(first.binding), ['subjects']) : placeOf(access, first),
        permissions: held.permissions,
        scope,
        identity: [...scopeIdentity(access, held), ...roles],
      };
    }),
});

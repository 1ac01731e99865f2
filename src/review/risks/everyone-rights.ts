/** Rights of groups that nobody is put into: callers without a login, everyone with one, every Pod. */
import { referenceTo } from '../../model/kubernetes-object.js';
import type { Holding } from './access.js';
import { bySubject } from './held.js';
import { placeOf, scopeIdentity } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';
import { asBound, boundRoleNames, formatBinding, formatScope, formatSubject, formatWays, shortList, subjectReference } from './wording.js';

/** Who is meant by each. */
const EVERYONE: Readonly<Record<string, string>> = {
  'User system:anonymous': 'whoever reaches the API server, without a login',
  'Group system:unauthenticated': 'whoever reaches the API server, without a login',
  'Group system:authenticated': 'everyone with a login of any kind, every Pod included',
  'Group system:serviceaccounts': 'every Pod in the cluster',
};

export const everyoneRights: RiskRule = {
  id: 'everyone-rights',
  severity: 'error',
  title: 'Gives rights to everyone',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      'A binding names system:anonymous, system:unauthenticated, system:authenticated or system:serviceaccounts. Nobody is put into these by an administrator. An error for callers without a login, and for anything in the whole cluster; a warning in namespaces. The bindings that every cluster has for discovery do not count.',
    attack: 'The first Pod that an attacker gets into, or the bare network, is enough to use the right.',
    fix: 'Bind the role to the users, groups or accounts that need it.',
  },
  find: (access) =>
    bySubject(access.holdings, ({ subject, roles: [bound] }) =>
      bound && EVERYONE[formatSubject(subject)] !== undefined ? [{ resource: 'rights', verbs: ['hold'] }] : [],
    ).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [Holding];
      const roles = boundRoleNames(holdings);
      const withoutLogin = subject.name === 'system:anonymous' || subject.name === 'system:unauthenticated';
      const name = formatSubject(subject);
      return {
        severity: withoutLogin || scope === 'cluster' ? 'error' : 'warning',
        subject: subjectReference(subject),
        message: `${name}, which is ${EVERYONE[name]}, holds ${shortList(roles, 'roles')} ${formatScope(scope)}`,
        path: formatWays([asBound(first)], `${shortList(roles, 'roles')} ${formatScope(scope)}`),
        fix: `name in ${formatBinding(first)} who needs the role`,
        place: first.binding ? access.side.placeOf(referenceTo(first.binding), ['subjects']) : placeOf(access, first),
        identity: [...scopeIdentity(access, held), ...roles],
      };
    }),
};

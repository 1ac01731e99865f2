/** Rights of the ServiceAccount `default`: those of every Pod of its namespace that names no account. */
import type { Holding } from './access.js';
import { bySubject } from './held.js';
import { placeOf, scopeIdentity } from './held-risk.js';
import { formatOrigin } from './origins.js';
import { NSA_TOKENS, type RiskRule } from './rule.js';
import { asBound, boundRoleNames, formatBinding, formatScope, formatSubject, formatWays, shortList, subjectReference } from './wording.js';

export const defaultAccountRights: RiskRule = {
  id: 'default-account-rights',
  severity: 'warning',
  title: 'Gives rights to the ServiceAccount default',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  documentation: {
    meaning:
      'A binding, or the permissions of a CSV, name the ServiceAccount `default`. Every Pod of the namespace that does not name an account runs as it.',
    attack: 'Any Pod of the namespace, such as a debugging shell or the operand of another operator, holds the rights of the operator.',
    fix: 'Give the operator an account of its own: name one in the permissions and in the Deployment.',
  },
  find: (access) =>
    bySubject(access.holdings, ({ subject }) =>
      subject.kind === 'ServiceAccount' && subject.name === 'default' ? [{ resource: 'rights', verbs: ['hold'] }] : [],
    ).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [Holding];
      const roles = shortList(boundRoleNames(holdings), 'roles');
      return {
        severity: 'warning',
        subject: subjectReference(subject),
        message: `every Pod in ${subject.namespace} that names no account is ${formatSubject(subject)}, which holds ${roles} ${formatScope(scope)}`,
        path: formatWays([asBound(first)], `${roles} ${formatScope(scope)}`),
        fix: `name another account in ${namedIn(first)}`,
        place: placeOf(access, first),
        identity: scopeIdentity(access, held),
      };
    }),
};

/** Where the account is named: the entry of a CSV, or a binding. */
function namedIn(holding: Holding): string {
  const { origin } = holding;
  return origin.list ? formatOrigin({ ...origin, field: origin.field.slice(0, 5) }) : formatBinding(holding);
}

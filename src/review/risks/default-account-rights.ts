/** Rights of the ServiceAccount `default`: those of every Pod of its namespace that names no account. */
import { bySubject } from './held.js';
import { placeOf, scopeIdentity } from './held-risk.js';
import { formatOrigin } from './origins.js';
import { NSA_TOKENS, type RiskRule } from './rule.js';
import { formatScope, formatSubject, formatWays, shortList, subjectReference } from './wording.js';

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
    bySubject(access.holdings, ({ subject, roles: [bound] }) =>
      subject.kind === 'ServiceAccount' && subject.name === 'default' ? [{ resource: bound?.metadata.name ?? '', verbs: ['hold'] }] : [],
    ).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [(typeof holdings)[number]];
      const roles = [...new Set(holdings.map(({ roles: [bound] }) => bound?.metadata.name ?? ''))].sort();
      return {
        severity: 'warning',
        subject: subjectReference(subject),
        message: `every Pod in ${subject.namespace} that names no account is ${formatSubject(subject)}, which holds ${shortList(roles, 'roles')} ${formatScope(scope)}`,
        path: formatWays(holdings, `${shortList(roles, 'roles')} ${formatScope(scope)}`),
        fix: `name another account in ${formatOrigin({ ...first.origin, field: first.origin.field.slice(0, 5) })}`,
        place: placeOf(access, first),
        identity: scopeIdentity(access, held),
      };
    }),
};

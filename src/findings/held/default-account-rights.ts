/** Permissions of the ServiceAccount `default`: every Pod of its namespace without an account of its own has them. */

import { listed, subjectText, whereText } from '../../wording/phrases.js';
import type { GrantedRule } from '../access/access.js';
import { bySubject } from '../access/held.js';
import { placeOf, scopeIdentity } from '../access/held-risk.js';
import { formatOrigin } from '../access/origins.js';
import { ofOwnConditions } from '../access/own-condition.js';
import { asBound, boundRoleNames, formatBinding, pathsTo, subjectReference } from '../access/paths.js';
import { NSA_TOKENS, type RiskRule } from '../rule.js';

export const defaultAccountRights: RiskRule = {
  id: 'default-account-rights',
  severity: 'warning',
  title: 'Grants permissions to the ServiceAccount default',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  documentation: {
    meaning:
      'A binding, or the permissions of a CSV, refer to the ServiceAccount `default`. Every Pod of the namespace that sets no `serviceAccountName` runs as it.',
    attack: 'Any Pod of the namespace, such as a debugging shell or the operand of another operator, has the permissions of the operator.',
    fix: 'Use a ServiceAccount of its own for the operator, in the permissions and in the Deployment.',
  },
  find: (access) => {
    const isOfOwn = ofOwnConditions(access.state);
    return bySubject(access.holdings, ({ subject, rule }) =>
      subject.kind === 'ServiceAccount' && subject.name === 'default' && !isOfOwn(rule, subject.namespace)
        ? [{ resource: 'rights', verbs: ['hold'], rules: [rule] }]
        : [],
    ).map((held) => {
      const { subject, scope, holdings } = held;
      const [first] = holdings as [GrantedRule];
      const roles = listed(boundRoleNames(holdings), 'roles');
      return {
        severity: 'warning',
        subject: subjectReference(subject),
        message: `every Pod in ${subject.namespace} without a serviceAccountName runs as ${subjectText(subject)}, which is bound to ${roles} ${whereText(scope)}`,
        path: pathsTo([asBound(first)], `${roles} ${whereText(scope)}`),
        fix: `use another ServiceAccount in ${namedIn(first)}`,
        place: placeOf(access, first),
        permissions: held.permissions,
        scope,
        identity: scopeIdentity(access, held),
      };
    });
  },
};

/** Where the account is named: the entry of a CSV, or a binding. */
function namedIn(holding: GrantedRule): string {
  const { origin } = holding;
  return origin.list ? formatOrigin({ ...origin, field: origin.field.slice(0, 5) }) : formatBinding(holding);
}

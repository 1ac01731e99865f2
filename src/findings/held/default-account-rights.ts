/** Permissions of the ServiceAccount `default`: every Pod of its namespace without an account of its own has them. */

import { listed, subjectText, whereText } from '../../wording/phrases.js';
import type { GrantedRule } from '../access/access.js';
import { bySubject } from '../access/held.js';
import { placeOf, scopeIdentity } from '../access/held-risk.js';
import { formatOrigin } from '../access/origins.js';
import { ofOwnConditions } from '../access/own-condition.js';
import { asBound, boundRoleNames, formatBinding, pathsTo, subjectReference } from '../access/paths.js';
import { riskRule } from '../risk-rule.js';
import { NSA_TOKENS } from '../rule.js';

export const defaultAccountRights = riskRule({
  id: 'default-account-rights',
  severity: 'warning',
  title: 'Grants permissions to the ServiceAccount default',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  documentation: {
    meaning: "A binding, or a CSV's permissions, use the ServiceAccount `default`, which every Pod without a `serviceAccountName` runs as.",
    attack: "Any Pod of the namespace, such as a debugging shell, has the operator's permissions.",
    fix: 'Use an account of its own in the permissions and the Deployment.',
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
});

/** Where the account is named: the entry of a CSV, or a binding. */
function namedIn(holding: GrantedRule): string {
  const { origin } = holding;
  return origin.list ? formatOrigin({ ...origin, field: origin.field.slice(0, 5) }) : formatBinding(holding);
}

/** Roles and bindings that do not count, because another one of their name does or because they cannot be read. */

import { formatReference, referenceTo } from '../../kubernetes/object.js';
import { sortedText } from '../../manifest/plain-data.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

export const uncountedRole = riskRule({
  id: 'uncounted-role',
  severity: 'error',
  severityWhenNew: 'error',
  title: 'The effect of a role or binding is not known',
  references: ['CIS Kubernetes 5.1.3', NSA_RBAC],
  documentation: {
    meaning:
      "Two roles or bindings of one name grant different permissions, and the cluster keeps whichever is applied last. Or a bundle's role or binding is invalid. Error when a change adds it, else warning.",
    attack: 'A binding to cluster-admin has the name of a harmless one, and only that one is reviewed.',
    fix: 'Rename or remove one of the two, or correct the manifest.',
  },
  find: ({ state }) =>
    (state.uncounted ?? []).map(({ object, reason }) => {
      const subject = referenceTo(object);
      const isNamesake = reason === 'namesake';
      return {
        severity: 'warning' as const,
        subject,
        message: isNamesake
          ? `${formatReference(subject)} is there twice and grants different permissions: which of them applies is not known`
          : `${formatReference(subject)} of a bundle cannot be read: what it grants is not known`,
        fix: isNamesake ? 'rename or remove one of the two' : 'correct the manifest, or remove it',
        identity: [reason, sortedText([object.rules, object.aggregationRule, object.roleRef, object.subjects, object.metadata.labels])],
      };
    }),
});
